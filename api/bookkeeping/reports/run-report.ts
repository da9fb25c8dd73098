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
/** Added up by one statement; then its progress is written down. */
const STEP_DAYS = 31
/** A step that takes longer has died with its process. */
const GIVEN_UP_AFTER_MS = 10 * 60_000
const SHOWN = 10

/** Writes a report down as wanted; a worker adds it up. */
export async function requestReportRun(
  deps: Pick<ApiDeps, 'database' | 'clock' | 'jobs'>,
  ask: ReportInput,
  userId: number,
): Promise<{ ok: true; run: ReportRun } | { ok: false; reason: ReportRefusal }> {
  const asked = await readReportQuery(deps, ask)
  if (!asked.ok) return asked
  const { name, by, span } = asked.wish
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const [written] = await tx
      .insert(reportRuns)
      .values({ userId, name, by, ...span, state: 'queued', createdAt: now, touchedAt: now })
      .returning()
    if (!written) throw new Error('The run was not written')
    await deps.jobs?.enqueue(tx, 'reports')
    return { ok: true, run: presentRun(written) }
  })
}

export async function readReportRun(db: Db, id: number): Promise<ReportRun | undefined> {
  const [row] = await db.select().from(reportRuns).where(eq(reportRuns.id, id))
  return row && presentRun(row)
}

/** Somebody's last ones, newest first, without their tables. */
export async function listReportRuns(db: Db, userId: number): Promise<ReportRun[]> {
  const rows = await db
    .select()
    .from(reportRuns)
    .where(eq(reportRuns.userId, userId))
    .orderBy(desc(reportRuns.id))
    .limit(SHOWN)
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
 * Adds up what waits, oldest first, and goes on where a process died. One that fails is marked so
 * and thrown on.
 */
export async function runDueReports(deps: ApiDeps): Promise<void> {
  for (let run = await claimRun(deps); run; run = await claimRun(deps)) {
    try {
      await addUp(deps, run)
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
  const dead = new Date(now.getTime() - GIVEN_UP_AFTER_MS)
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
 * Step by step; each is written down, so that whoever waits sees it come, and nothing is added up
 * twice.
 */
async function addUp({ database: { db, query }, clock }: ApiDeps, run: Row): Promise<void> {
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
