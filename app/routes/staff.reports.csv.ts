import { type LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadReport, readReportFilter, getToday } from '../staff/reports/load-report.server.ts'
import { csvReply } from '../staff/parts/csv-reply.server.ts'

/** A report as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const filter = readReportFilter(new URL(request.url).searchParams, getToday(staff))
  return csvReply((await loadReport(staff, filter)).report, staff.headers)
}
