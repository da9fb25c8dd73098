import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FlightDayReply } from '#contract/flight-day.ts'
import { StaffTaskReply, StaffTaskRequest, StaffTasksReply } from '#contract/passenger.ts'
import { toLocalDate } from '../format/local-time.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { TodayPage } from '../staff/today/today-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { isDeskStaff, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { requireData } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin', 'staff', 'pilot'])
  const { userApi, visit, headers } = staff
  // A pilot sees only the own flights.
  if (!isDeskStaff(staff)) throw redirect('/staff/flights', { status: 303, headers })
  const query = { state: 'open', page_size: 50 }
  const { time_zone: zone } = visit.brand
  const [waiting, flying] = await Promise.all([
    userApi.get('/v1/staff_tasks', StaffTasksReply, { query }),
    userApi.get(`/v1/flight_days/${toLocalDate(visit.now.toISOString(), zone)}`, FlightDayReply),
  ])
  const { staff_tasks, meta: about } = requireData(waiting)
  const { flight_day: day } = requireData(flying)
  const brands = await loadBrandNames(staff)
  return data({ tasks: staff_tasks, count: about.pagination.total_count, zone, day, brands }, { headers })
}

/** Closes a task with a note on what was agreed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context)
  const form = await request.formData()
  const id = String(form.get('task'))
  const body = StaffTaskRequest.safeParse({ staff_task: { state: 'done', choice: form.get('choice') } })
  if (!body.success || !/^[1-9]\d{0,8}$/.test(id)) {
    return data({ failure: 'Please choose what was agreed.' }, { status: 422, headers })
  }
  const closed = await userApi.patch(`/v1/staff_tasks/${id}`, StaffTaskReply, { body: body.data })
  if (closed.ok) return redirect('/staff', { status: 303, headers })
  return data({ failure: closed.message }, { status: closed.status, headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'today', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Today' }),
  NO_INDEX,
]

export default function StaffToday() {
  return <TodayPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure} />
}
