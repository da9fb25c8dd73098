import { and, desc, eq, lt, or } from 'drizzle-orm'
import { type ReportRun } from '#contract/report.ts'
import { type Db } from '../../db/client.ts'
import { reportRuns } from '../../db/schema/reports.ts'
import { type ApiDeps } from '../../deps.ts'
import { addRows, type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { addDays } from '../../rules/time/local-time.ts'
import { addsUp, countReport, readReportNotes, type ReportQuery } from './count-report.ts'
import { presentReport } from './present-report.ts'
import { countDays, type ReportInput, type ReportRefusal, readReportQuery } from './read-report.ts'

type Row = typeof reportRuns.$inferSelect
/** The days computed by one statement before progress is stored. */
const STEP_DAYS = 31
/** A step that takes longer has stopped with its process. */
const DEAD_AFTER_MS = 10 * 60_000
const LISTED_RUNS = 10

/** Queues a report for a worker. */
export async function requestReportRun(
  deps: Pick<ApiDeps, 'database' | 'clock' | 'jobs'>,
  input: ReportInput,
  userId: number,
): Promise<{ ok: true; run: ReportRun } | { ok: false; reason: ReportRefusal }> {
  const parsed = await readReportQuery(deps, input)
  if (!parsed.ok) return parsed
  const { name, by, span } = parsed.query
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const [written] = await tx
      .insert(reportRuns)
      .values({ userId, name, by, ...span, state: 'queued', createdAt: now, touchedAt: now })
      .returning()
    if (!written) throw new Error('The run was not written')
    deps.jobs?.wake('reports')
    return { ok: true, run: presentRun(written) }
  })
}

export async function readReportRun(db: Db, id: number): Promise<ReportRun | undefined> {
  const [row] = await db.select().from(reportRuns).where(eq(reportRuns.id, id))
  return row && presentRun(row)
}

/** A user's last runs, newest first, without their tables. */
export async function listReportRuns(db: Db, userId: number): Promise<ReportRun[]> {
  const rows = await db
    .select()
    .from(reportRuns)
    .where(eq(reportRuns.userId, userId))
    .orderBy(desc(reportRuns.id))
    .limit(LISTED_RUNS)
  return rows.map((row) => presentRun({ ...row, report: null }))
}

function presentRun(row: Row): ReportRun {
  const { id, name, by, from, to, state, doneDays, report } = row
  return {
    id,
    name,
    by,
    from,
    to,
    state,
    done_days: doneDays,
    all_days: countDays(from, to),
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    report,
  }
}

/**
 * Executes queued runs, oldest first, and continues those whose process died. A failed run is
 * marked as such and its error rethrown.
 */
export async function runDueReports(deps: ApiDeps): Promise<void> {
  for (let run = await claimRun(deps); run; run = await claimRun(deps)) {
    try {
      await executeRun(deps, run)
    } catch (error) {
      const now = deps.clock.now()
      await deps.database.db
        .update(reportRuns)
        .set({ state: 'failed', finishedAt: now, touchedAt: now })
        .where(eq(reportRuns.id, run.id))
      throw error
    }
  }
}

async function claimRun({ database: { db }, clock }: ApiDeps): Promise<Row | undefined> {
  const now = clock.now()
  const dead = new Date(now.getTime() - DEAD_AFTER_MS)
  return db.transaction(async (tx) => {
    const free = or(
      eq(reportRuns.state, 'queued'),
      and(eq(reportRuns.state, 'running'), lt(reportRuns.touchedAt, dead)),
    )
    const [next] = await tx
      .select({ id: reportRuns.id })
      .from(reportRuns)
      .where(free)
      .orderBy(reportRuns.id)
      .limit(1)
      .for('update', { skipLocked: true })
    if (!next) return undefined
    const [taken] = await tx
      .update(reportRuns)
      .set({ state: 'running', touchedAt: now })
      .where(eq(reportRuns.id, next.id))
      .returning()
    return taken
  })
}

/**
 * Computes a report step by step. Each step is stored, so that progress is visible and nothing is
 * computed twice.
 */
async function executeRun({ database: { db, query }, clock }: ApiDeps, run: Row): Promise<void> {
  const span = { from: run.from, to: run.to, timezone: run.timezone }
  const input: ReportQuery = { name: run.name, by: run.by, span }
  const all = countDays(run.from, run.to)
  const stepDays = addsUp(run.name) ? STEP_DAYS : all
  let rows: CountedRow[] = run.rows
  for (let done = run.doneDays; done < all;) {
    const from = addDays(run.from, done)
    done = Math.min(all, done + stepDays)
    const part = { ...input, span: { ...span, from, to: addDays(run.from, done - 1) } }
    rows = addRows(rows, await countReport(query, part, clock.now()))
    await db
      .update(reportRuns)
      .set({ doneDays: done, rows, touchedAt: clock.now() })
      .where(eq(reportRuns.id, run.id))
  }
  const now = clock.now()
  const report = presentReport(input, rows, { notes: await readReportNotes(query, run.name), now })
  await db
    .update(reportRuns)
    .set({ state: 'done', report, rows: [], finishedAt: now, touchedAt: now })
    .where(eq(reportRuns.id, run.id))
}
