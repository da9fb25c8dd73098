import { z } from 'zod'
import { LocalDate } from '#contract/primitives.ts'
import { ReportAgainst, type ReportOverview, ReportOverviewReply } from '#contract/report.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { countDays } from '../parts/add-days.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type OverviewFilter } from './overview-page.tsx'
import { lastWeek } from './overview-spans.ts'

/** The longest span whose days can be compared at once; the API refuses longer ones. */
const MOST_DAYS = 92

const OverviewForm = z.object({
  brand: z.coerce.number().int().positive().optional().catch(undefined),
  from: LocalDate.optional().catch(undefined),
  to: LocalDate.optional().catch(undefined),
  against: ReportAgainst.catch('weeks'),
})

/** The span and brand of an address; without a valid span it is the last week. */
export function readOverviewFilter(input: URLSearchParams, today: string): OverviewFilter {
  const { brand, from, to, against } = readForm(input, OverviewForm)
  const span = from && to ? { from, to } : lastWeek(today)
  return { ...span, brand: brand === undefined ? '' : String(brand), against }
}

/** The overview; null with the reason if its span cannot be compared. */
export async function loadOverview(
  { userApi }: Pick<StaffVisit, 'userApi'>,
  { from, to, brand, against }: OverviewFilter,
): Promise<{ overview: ReportOverview | null; failure?: string }> {
  const days = countDays({ from, to })
  if (days < 1) return { overview: null, failure: 'The last day comes before the first.' }
  if (days > MOST_DAYS) {
    const most = `At most ${String(MOST_DAYS)} days can be compared with those before.`
    const failure = `${most} The tables below add up any span.`
    return { overview: null, failure }
  }
  const query = { from, to, against, ...(brand === '' ? {} : { brand_id: brand }) }
  const { report_overview } = requireData(
    await userApi.get('/v1/report_overviews', ReportOverviewReply, { query }),
  )
  return { overview: report_overview }
}
