import { type LoaderFunctionArgs } from '@remix-run/node'
import { ReportRunReply } from '#contract/report.ts'
import { csvReply } from '../server/csv-reply.server.ts'
import { requireDesk } from '../server/desk.server.ts'
import { requireData } from '../server/load-checkout.server.ts'
import { requireOrderId } from '../server/load-desk-order.server.ts'

/** A long report as a file, once it is done. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { own, headers } = await requireDesk(request, context)
  const path = `/v1/report_runs/${requireOrderId(params['run'])}`
  return csvReply(requireData(await own.get(path, ReportRunReply)).report_run.report, headers)
}
