import { desc, eq } from 'drizzle-orm'
import { type IntegrityRun, type IntegrityChecksReply, type IntegrityCheck } from '#contract/promise.ts'
import { type DbOrTx } from '../../db/client.ts'
import { integrityResults, integrityRuns } from '../../db/schema/integrity-checks.ts'
import { toDollars } from '../../rules/money/money.ts'
import {
  type IntegrityCheckName,
  integrityCheckTexts,
  integrityCheckNames,
} from '../rules/integrity-check-list.ts'

type Result = typeof integrityResults.$inferSelect

/**
 * Every integrity check with the figures of the last finished run, for all visitors and without
 * rows.
 */
export async function readIntegrityChecks(db: DbOrTx): Promise<IntegrityChecksReply> {
  const [run] = await db
    .select()
    .from(integrityRuns)
    .where(eq(integrityRuns.state, 'done'))
    .orderBy(desc(integrityRuns.id))
    .limit(1)
  const results = run ? await findResults(db, run.id) : []
  return {
    promises: integrityCheckNames.map((name) =>
      presentIntegrityCheck(
        name,
        results.find(({ promise }) => promise === name),
      ),
    ),
    run: run?.finishedAt ? { id: run.id, finished_at: run.finishedAt.toISOString() } : null,
  }
}

/** A run with its failing rows, for staff; undefined when there is none with this id. */
export async function readIntegrityRun(db: DbOrTx, id: number): Promise<IntegrityRun | undefined> {
  const [run] = await db.select().from(integrityRuns).where(eq(integrityRuns.id, id))
  if (!run) return undefined
  const results = await findResults(db, id)
  return {
    id,
    state: run.state,
    kind: run.kind,
    full: run.full,
    by: run.actor,
    created_at: run.createdAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    results: integrityCheckNames.flatMap((name) =>
      results
        .filter(({ promise }) => promise === name)
        .map(({ state, failing, cents, checkedAt, rows }) => ({
          name,
          state,
          failing,
          amount: toDollars(cents ?? 0),
          checked_at: checkedAt?.toISOString() ?? null,
          rows,
        })),
    ),
  }
}

const findResults = (db: DbOrTx, runId: number) =>
  db.select().from(integrityResults).where(eq(integrityResults.runId, runId))

function presentIntegrityCheck(name: IntegrityCheckName, result: Result | undefined): IntegrityCheck {
  const { subject, statement, meaning, remedy, ...more } = integrityCheckTexts[name]
  const known = result !== undefined && result.state !== 'unchecked'
  return {
    name,
    subject,
    statement,
    meaning,
    remedy,
    state: result?.state ?? null,
    failing: known ? result.failing : null,
    amount: known && 'isMoney' in more ? toDollars(result.cents ?? 0) : null,
    checked_at: result?.checkedAt?.toISOString() ?? null,
  }
}
