import {
  type Report,
  REPORT_AT_ONCE_DAYS,
  REPORT_MOST_DAYS,
  type ReportGroup,
  type ReportName,
} from '#contract/report.ts'
import { type ApiDeps } from '../../deps.ts'
import { readGroup } from './report-shape.ts'
import { countReport, readReportNotes, type ReportQuery } from './count-report.ts'
import { presentReport } from './present-report.ts'
import { readShopZone } from './report-span.ts'

/** As it was asked for. */
export interface ReportInput {
  name: ReportName
  by?: ReportGroup | undefined
  from: string
  to: string
}

export type ReportRefusal = 'report_group' | 'report_span' | 'report_too_long'

export const countDays = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000 + 1

/** What was asked for, checked against the most days that are allowed. */
export async function readReportQuery(
  { database }: Pick<ApiDeps, 'database'>,
  { name, by, from, to }: ReportInput,
  mostDays: number = REPORT_MOST_DAYS,
): Promise<{ ok: true; wish: ReportQuery } | { ok: false; reason: ReportRefusal }> {
  const group = readGroup(name, by)
  if (!group) return { ok: false, reason: 'report_group' }
  const days = countDays(from, to)
  if (days < 1 || days > REPORT_MOST_DAYS) return { ok: false, reason: 'report_span' }
  if (days > mostDays) return { ok: false, reason: 'report_too_long' }
  return {
    ok: true,
    wish: { name, by: group, span: { from, to, timezone: await readShopZone(database.query) } },
  }
}

/**
 * A report of at most `REPORT_AT_ONCE_DAYS` days, added up at once. Two queries, for money three.
 */
export async function readReport(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  ask: ReportInput,
): Promise<{ ok: true; report: Report } | { ok: false; reason: ReportRefusal }> {
  const asked = await readReportQuery(deps, ask, REPORT_AT_ONCE_DAYS)
  if (!asked.ok) return asked
  const now = deps.clock.now()
  const rows = await countReport(deps.database.query, asked.wish, now)
  const notes = await readReportNotes(deps.database.query, asked.wish.name)
  return { ok: true, report: presentReport(asked.wish, rows, { notes, now }) }
}
