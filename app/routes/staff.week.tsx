import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { StaffWeekReply } from '#contract/staff-week.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleWeekPress } from '../staff/week/handle-week-press.server.ts'
import { WeekPage } from '../staff/week/week-page.tsx'
import { readWeekView } from '../staff/week/week-view.ts'
import { requireData } from '../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context)
  const view = readWeekView(request.url)
  const query = {
    from: view.from ?? undefined,
    terminal_id: view.terminal ?? undefined,
    product_id: view.product ?? undefined,
  }
  const { staff_week: week } = requireData(await userApi.get('/v1/staff_weeks', StaffWeekReply, { query }))
  return data({ week, view }, { headers })
}

/** Closes, opens or prices a departure, or closes and opens a day. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context)
  const done = await handleWeekPress(userApi, readWeekView(request.url), await request.formData())
  if ('to' in done) return redirect(done.to, { status: 303, headers })
  return data(
    { answer: done.answer, conflict: done.conflict, askable: done.askable },
    { status: done.status, headers },
  )
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'week', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Week' }),
  NO_INDEX,
]

export default function StaffWeekRoute() {
  const answered = useActionData<typeof action>()
  return (
    <WeekPage
      {...useLoaderData<typeof loader>()}
      answer={answered?.answer}
      conflict={answered?.conflict}
      askable={answered?.askable === true}
    />
  )
}
