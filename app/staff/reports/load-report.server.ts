import { z } from 'zod'
import { LocalDate } from '#contract/primitives.ts'
import {
  REPORT_AT_ONCE_DAYS,
  type Report,
  ReportGroup,
  reportGroups,
  ReportName,
  ReportReply,
} from '#contract/report.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { type ReportFilter } from './report-page.tsx'
import { addDays, countDays } from '../parts/add-days.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

/** The current day in the shop's zone. */
export const getToday = ({ visit }: StaffVisit): string =>
  toLocalDate(visit.now.toISOString(), visit.brand.time_zone)

const ReportForm = z.object({
  name: ReportName.catch('sales'),
  by: ReportGroup.optional().catch(undefined),
  from: LocalDate.optional().catch(undefined),
  to: LocalDate.optional().catch(undefined),
})

/**
 * The report and span of an address or a form; missing or invalid values default to sales by day of
 * the last thirty days.
 */
export function readReportFilter(input: URLSearchParams | FormData, today: string): ReportFilter {
  const { name, by, to = today, from = addDays(to, -29) } = readForm(input, ReportForm)
  const groups: readonly ReportGroup[] = reportGroups[name]
  return { name, by: by && groups.includes(by) ? by : reportGroups[name][0], from, to }
}

/** Common spans, offered as links. */
export function listCommonSpans(today: string) {
  const month = today.slice(0, 8)
  const lastMonthEnd = addDays(`${month}01`, -1)
  return [
    { text: 'Today', from: today, to: today },
    { text: 'Yesterday', from: addDays(today, -1), to: addDays(today, -1) },
    { text: 'Last 7 days', from: addDays(today, -6), to: today },
    { text: 'This month', from: `${month}01`, to: today },
    { text: 'Last month', from: `${lastMonthEnd.slice(0, 8)}01`, to: lastMonthEnd },
    { text: 'This year', from: `${today.slice(0, 5)}01-01`, to: today },
  ]
}

/**
 * The report if the span is short; null if a run has to be started; otherwise the reason of the
 * refusal.
 */
export async function loadReport(
  { userApi }: Pick<StaffVisit, 'userApi'>,
  filter: ReportFilter,
): Promise<{ report: Report | null; failure?: string }> {
  const days = countDays(filter)
  if (days < 1) return { report: null, failure: 'The last day comes before the first.' }
  if (days > REPORT_AT_ONCE_DAYS) return { report: null }
  const { name, ...query } = filter
  return requireData(await userApi.get(`/v1/reports/${name}`, ReportReply, { query }))
}
