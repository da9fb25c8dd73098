import { type LoaderFunctionArgs } from '@remix-run/node'
import { ReportRunReply } from '#contract/report.ts'
import { csvReply } from '../staff/parts/csv-reply.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { requireData } from '../visit/load-visit.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

/** A long report as a file, once it is finished. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context)
  const path = `/v1/report_runs/${requireOrderId(params['run'])}`
  return csvReply(requireData(await userApi.get(path, ReportRunReply)).report_run.report, headers)
}
