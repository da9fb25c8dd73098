import { type LoaderFunctionArgs } from '@remix-run/node'
import { fileReply } from '../staff/parts/csv-reply.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadAllReportRows } from '../staff/reports/load-report-rows.server.ts'
import { reportRowsCsv } from '../staff/reports/report-rows-csv.ts'

/** The rows behind a figure of a report as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const rows = await loadAllReportRows(staff, new URL(request.url).searchParams)
  const name = `rows-of-${rows.name}-by-${rows.by}-${rows.from}-${rows.to}.csv`
  return fileReply({ name, text: reportRowsCsv(rows) }, staff.headers)
}
