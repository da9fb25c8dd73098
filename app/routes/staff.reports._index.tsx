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
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { daysOf, loadReport, readAsked, spansOf, todayOf } from '../staff/reports/load-report.server.ts'
import { requireData } from '../selection/load-choice.server.ts'
import { PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const today = todayOf(desk)
  const asked = readAsked(new URL(request.url).searchParams, today)
  const [{ report, failure }, runs] = await Promise.all([
    loadReport(desk, asked),
    desk.own.get('/v1/report_runs', ReportRunsReply),
  ])
  const { report_runs: ownRuns } = requireData(runs)
  const page = { asked, report, failure, days: daysOf(asked), spans: spansOf(today), runs: ownRuns }
  return data(page, { headers: desk.headers })
}

/** Starts a report over a long span. */
export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const report_run = readAsked(await request.formData(), todayOf(desk))
  const asked = await desk.own.post('/v1/report_runs', ReportRunReply, { body: { report_run } })
  if (!asked.ok) return data({ failure: asked.message }, { status: asked.status, headers: desk.headers })
  const path = `/staff/reports/runs/${String(asked.data.report_run.id)}`
  return redirect(path, { status: 303, headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'reports', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? REPORT_TITLES[loaded.asked.name] : 'Reports' }),
  NO_INDEX,
]

export default function StaffReports() {
  const loaded = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure ?? loaded.failure
  return <ReportsPage {...loaded} failure={failure} />
}
