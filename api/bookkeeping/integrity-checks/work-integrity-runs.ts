import { and, desc, eq, ne } from 'drizzle-orm'
import { integrityResults, integrityRuns } from '../../db/schema/integrity-checks.ts'
import { type ApiDeps } from '../../deps.ts'
import { getLastNightlyTime } from '../rules/nightly-run.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { lastReconciled, reconcileProvider } from '../reconciliation/reconcile-provider.ts'
import { requestIntegrityRun } from './request-integrity-run.ts'
import { type IntegrityCheckResult, runIntegrityChecks } from './run-integrity-checks.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'

type Run = typeof integrityRuns.$inferSelect
type Result = Omit<typeof integrityResults.$inferInsert, 'runId'>

/** Runs requested checks, and the nightly run when it is due. */
export async function runDueIntegrityChecks(deps: ApiDeps): Promise<void> {
  const now = deps.clock.now()
  const [last] = await deps.database.db
    .select({ at: integrityRuns.createdAt })
    .from(integrityRuns)
    .where(ne(integrityRuns.state, 'failed'))
    .orderBy(desc(integrityRuns.id))
    .limit(1)
  if (!last || last.at < getLastNightlyTime(now)) {
    await requestIntegrityRun(deps, { kind: 'nightly', full: false, actor: 'clock' })
  }
  await runRequestedIntegrityChecks(deps)
}

/**
 * Executes the queued run, if there is one. A failed run is marked as such and its error rethrown.
 *
 * @returns the run's id, undefined when none was queued
 */
export async function runRequestedIntegrityChecks(deps: ApiDeps): Promise<number | undefined> {
  const { db } = deps.database
  const [run] = await db
    .update(integrityRuns)
    .set({ state: 'running', startedAt: deps.clock.now() })
    .where(eq(integrityRuns.state, 'queued'))
    .returning()
  if (!run) return undefined
  try {
    await runPromises(deps, run)
    return run.id
  } catch (error) {
    await db
      .update(integrityRuns)
      .set({ state: 'failed', finishedAt: deps.clock.now() })
      .where(and(eq(integrityRuns.id, run.id), eq(integrityRuns.state, 'running')))
    throw error
  }
}

/** Compares with the provider first, then checks everything else on one snapshot of the data. */
async function runPromises(deps: ApiDeps, run: Run): Promise<void> {
  const provider = await reconcileWithProvider(deps, run.full)
  const now = deps.clock.now()
  const checked = await runIntegrityChecks(deps.database.db, now)
  const results = checked.map((one) => resultOf(one, one.check === 'provider_payments' ? provider : now))
  const broken = results.filter(({ state }) => state === 'broken').map(({ promise }) => promise)
  await deps.database.db.transaction(async (tx) => {
    await tx.insert(integrityResults).values(results.map((result) => ({ ...result, runId: run.id })))
    await tx.update(integrityRuns).set({ state: 'done', finishedAt: now }).where(eq(integrityRuns.id, run.id))
    const to = deps.settings.operatorEmail
    if (broken.length === 0 || to === undefined) return
    const secret = `${deps.settings.publicUrl}/promises`
    const eventKey = `promises_broken:${String(run.id)}`
    const mail = { kind: 'promises_broken' as const, eventKey, page: secret, subjectId: run.id, to, secret }
    await queueMail(tx, mail, now, deps)
  })
  if (broken.length > 0) deps.log.error({ run: run.id, broken }, 'promises are not kept')
  else deps.log.info({ run: run.id }, 'promises were checked')
}

type ProviderAnswer = Date | { since: Date | null }

/**
 * Returns when everything at the provider was compared; if that is incomplete, the time of the last
 * complete comparison.
 */
async function reconcileWithProvider(deps: ApiDeps, full: boolean): Promise<ProviderAnswer> {
  try {
    const { complete } = await reconcileProvider(deps, { full })
    if (complete) return deps.clock.now()
  } catch (error) {
    readProviderFailure(error)
    deps.log.warn({ err: error }, 'the provider could not be asked for its payments')
  }
  return { since: await lastReconciled(deps) }
}

function resultOf({ check, failing, cents, rows }: IntegrityCheckResult, at: ProviderAnswer): Result {
  const found = { promise: check, failing, cents, rows }
  if (!(at instanceof Date)) return { ...found, state: 'unchecked', checkedAt: at.since }
  return { ...found, state: failing === 0 ? 'kept' : 'broken', checkedAt: at }
}
