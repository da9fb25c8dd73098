import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReportDay } from '#contract/day-closing.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { DayReportPage } from '../staff/reports/day-report-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { changeDay, loadDay } from '../staff/reports/handle-day-closing.server.ts'
import { getToday } from '../staff/reports/load-report.server.ts'
import { addDays } from '../staff/parts/add-days.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const today = getToday(staff)
  const day = ReportDay.catch(today).parse(new URL(request.url).searchParams.get('day'))
  const page = {
    day: await loadDay(staff, day),
    before: addDays(day, -1),
    after: day < today ? addDays(day, 1) : null,
    isAdmin: staff.factor.roles.includes('admin'),
  }
  return data(page, { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const changed = await changeDay(staff, await request.formData())
  if ('answer' in changed) return data(changed.answer, { status: changed.status, headers: staff.headers })
  return redirect(`/staff/reports/day?day=${changed.day}`, { status: 303, headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'reports', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Day report' }),
  NO_INDEX,
]

export default function StaffDayReport() {
  return <DayReportPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
