import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReportRunReply, ReportRunsReply } from '#contract/report.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { ReportsPage } from '../staff/reports/report-page.tsx'
import { REPORT_TITLES } from '../staff/reports/report-text.ts'
import { countDays } from '../staff/parts/add-days.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import {
  loadReport,
  readReportFilter,
  listCommonSpans,
  getToday,
} from '../staff/reports/load-report.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { requireData } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const today = getToday(staff)
  const filter = readReportFilter(new URL(request.url).searchParams, today)
  const [{ report, failure }, runs] = await Promise.all([
    loadReport(staff, filter),
    staff.userApi.get('/v1/report_runs', ReportRunsReply),
  ])
  const { report_runs: ownRuns } = requireData(runs)
  const page = {
    filter,
    report,
    failure,
    days: countDays(filter),
    spans: listCommonSpans(today),
    runs: ownRuns,
  }
  return data(page, { headers: staff.headers })
}

/** Starts a report over a long span. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const report_run = readReportFilter(await request.formData(), getToday(staff))
  const started = await staff.userApi.post('/v1/report_runs', ReportRunReply, { body: { report_run } })
  if (!started.ok)
    return data({ failure: started.message }, { status: started.status, headers: staff.headers })
  const path = `/staff/reports/runs/${String(started.data.report_run.id)}`
  return redirect(path, { status: 303, headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'reports', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? REPORT_TITLES[loaded.filter.name] : 'Report' }),
  NO_INDEX,
]

export default function StaffReportTables() {
  const loaded = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure ?? loaded.failure
  return <ReportsPage {...loaded} failure={failure} />
}
