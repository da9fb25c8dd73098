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
import { localDateOf } from '../format/local-time.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { TodayPage } from '../staff/today/today-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { atDesk, requireDesk } from '../staff/parts/staff-visit.server.ts'
import { requireData } from '../selection/load-choice.server.ts'
import { PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context, ['admin', 'staff', 'pilot'])
  const { own, visit, headers } = desk
  // A pilot's own flights are all there is for them.
  if (!atDesk(desk)) throw redirect('/staff/flights', { status: 303, headers })
  const query = { state: 'open', page_size: 50 }
  const { time_zone: zone } = visit.brand
  const [waiting, flying] = await Promise.all([
    own.get('/v1/staff_tasks', StaffTasksReply, { query }),
    own.get(`/v1/flight_days/${localDateOf(visit.now.toISOString(), zone)}`, FlightDayReply),
  ])
  const { staff_tasks, meta: about } = requireData(waiting)
  const { flight_day: day } = requireData(flying)
  const brands = await loadBrandNames(desk)
  return data({ tasks: staff_tasks, count: about.pagination.total_count, zone, day, brands }, { headers })
}

/** Closes a task with what was agreed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { own, headers } = await requireDesk(request, context)
  const form = await request.formData()
  const id = String(form.get('task'))
  const body = StaffTaskRequest.safeParse({ staff_task: { state: 'done', choice: form.get('choice') } })
  if (!body.success || !/^[1-9]\d{0,8}$/.test(id)) {
    return data({ failure: 'Please choose what was agreed.' }, { status: 422, headers })
  }
  const closed = await own.patch(`/v1/staff_tasks/${id}`, StaffTaskReply, { body: body.data })
  if (closed.ok) return redirect('/staff', { status: 303, headers })
  return data({ failure: closed.message }, { status: closed.status, headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'today', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Today' }),
  NO_INDEX,
]

export default function StaffToday() {
  return <TodayPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure} />
}
