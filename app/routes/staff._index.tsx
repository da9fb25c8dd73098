import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { FlightDayReply } from '#contract/flight-day.ts'
import { StaffTaskReply, StaffTaskRequest, StaffTasksReply } from '#contract/passenger.ts'
import { Id } from '#contract/primitives.ts'
import { toLocalDate } from '../format/local-time.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { glanceAt } from '../staff/today/day-glance.tsx'
import { TASK_SHAPE } from '../staff/today/task-form.ts'
import { TodayPage } from '../staff/today/today-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { requireForm } from '../staff/parts/require-form.server.ts'
import { isDeskStaff, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
import { rowShape } from '../ui/form/row-shape.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { requireData } from '../visit/load-visit.server.ts'

const TaskId = z.object({ task: Id })
const CHOOSE = 'Please choose what was agreed.'
const { choice: Choice } = StaffTaskRequest.shape.staff_task.shape
const TaskForm = z.object({ choice: z.enum(Choice.enum, { error: CHOOSE }) })

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
  const day = glanceAt(requireData(flying).flight_day)
  const brands = await loadBrandNames(staff)
  return data({ tasks: staff_tasks, count: about.pagination.total_count, zone, day, brands }, { headers })
}

/** Closes a task with a note on what was agreed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context)
  const form = await request.formData()
  const { task } = requireForm(form, TaskId)
  const shape = rowShape(TASK_SHAPE, task)
  const submission = parseForm(form, TaskForm)
  if (submission.status !== 'success') return data(refuseForm(shape, submission), { status: 422, headers })
  const body = { staff_task: { state: 'done', choice: submission.value.choice } }
  const closed = await userApi.patch(`/v1/staff_tasks/${String(task)}`, StaffTaskReply, { body })
  if (closed.ok) return redirect('/staff', { status: 303, headers })
  return data(refuseForm(shape, submission, closed), { status: closed.status, headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'today', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Today' }),
  NO_INDEX,
]

export default function StaffToday() {
  return <TodayPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
