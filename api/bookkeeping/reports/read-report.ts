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

/** The report's parameters as the caller sent them. */
export interface ReportInput {
  name: ReportName
  by?: ReportGroup | undefined
  from: string
  to: string
}

export type ReportRefusal = 'report_group' | 'report_span' | 'report_too_long'

export const countDays = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000 + 1

/** Checks a report's parameters, also against the largest number of days. */
export async function readReportQuery(
  { database }: Pick<ApiDeps, 'database'>,
  { name, by, from, to }: ReportInput,
  maxDays: number = REPORT_MOST_DAYS,
): Promise<{ ok: true; query: ReportQuery } | { ok: false; reason: ReportRefusal }> {
  const group = readGroup(name, by)
  if (!group) return { ok: false, reason: 'report_group' }
  const days = countDays(from, to)
  if (days < 1 || days > REPORT_MOST_DAYS) return { ok: false, reason: 'report_span' }
  if (days > maxDays) return { ok: false, reason: 'report_too_long' }
  return {
    ok: true,
    query: { name, by: group, span: { from, to, timezone: await readShopZone(database.query) } },
  }
}

/**
 * Computes a report of at most `REPORT_AT_ONCE_DAYS` days at once, with two queries, or three for
 * money.
 */
export async function readReport(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  input: ReportInput,
): Promise<{ ok: true; report: Report } | { ok: false; reason: ReportRefusal }> {
  const parsed = await readReportQuery(deps, input, REPORT_AT_ONCE_DAYS)
  if (!parsed.ok) return parsed
  const now = deps.clock.now()
  const rows = await countReport(deps.database.query, parsed.query, now)
  const notes = await readReportNotes(deps.database.query, parsed.query.name)
  return { ok: true, report: presentReport(parsed.query, rows, { notes, now }) }
}
