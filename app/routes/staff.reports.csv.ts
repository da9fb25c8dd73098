import { type LoaderFunctionArgs } from '@remix-run/node'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { loadReport, readAsked, todayOf } from '../staff/reports/load-report.server.ts'
import { csvReply } from '../staff/parts/csv-reply.server.ts'

/** A report as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const asked = readAsked(new URL(request.url).searchParams, todayOf(desk))
  return csvReply((await loadReport(desk, asked)).report, desk.headers)
}
