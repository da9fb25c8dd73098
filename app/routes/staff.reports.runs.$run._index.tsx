import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ReportRunReply } from '#contract/report.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { ReportRunPage } from '../staff/reports/report-run-page.tsx'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { requireData } from '../visit/load-visit.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context)
  const path = `/v1/report_runs/${requireOrderId(params['run'])}`
  const { report_run: run } = requireData(await userApi.get(path, ReportRunReply))
  const waits = run.state === 'queued' || run.state === 'running'
  return data({ run }, { headers: waits ? { ...headers, Refresh: '3' } : headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'reports', sheet }
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh === null ? PRIVATE_HEADERS : { ...PRIVATE_HEADERS, Refresh: refresh }
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Long report' }),
  NO_INDEX,
]

export default function StaffReportRun() {
  return <ReportRunPage {...useLoaderData<typeof loader>()} />
}
