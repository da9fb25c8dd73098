import { type LoaderFunctionArgs } from '@remix-run/node'
import { fileReply } from '../staff/parts/csv-reply.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadOverview, readOverviewFilter } from '../staff/reports/load-overview.server.ts'
import { getToday } from '../staff/reports/load-report.server.ts'
import { overviewCsv } from '../staff/reports/overview-csv.ts'

/** The overview as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const filter = readOverviewFilter(new URL(request.url).searchParams, getToday(staff))
  const { overview } = await loadOverview(staff, filter)
  const file = overview && {
    name: `overview-${filter.from}-${filter.to}.csv`,
    text: overviewCsv(overview),
  }
  return fileReply(file, staff.headers)
}
