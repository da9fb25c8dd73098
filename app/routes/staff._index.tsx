import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { ApprovalsReply } from '#contract/approval.ts'
import { StaffDayReply } from '#contract/staff-day.ts'
import { Id } from '#contract/primitives.ts'
import { toLocalDate } from '../format/local-time.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { handleToday } from '../staff/today/handle-today.server.ts'
import { TASK_GROUPS, type TaskGroup } from '../staff/today/task-words.ts'
import { TodayPage, type TodayPageProps } from '../staff/today/today-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { homeOf, isDeskStaff, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { requireData } from '../visit/load-visit.server.ts'
import { toMinute } from '../staff/parts/to-minute.ts'

/** The most acts that wait for approval on this page; the others stand on their own page. */
const MOST_APPROVALS = 10

const Decided = z.enum(['approve', 'refuse']).nullable().catch(null)

const isGroup = (name: string | null): name is TaskGroup => name !== null && Object.hasOwn(TASK_GROUPS, name)

/** What the address says: a filter, and what was just done. */
function readView(url: string): Pick<TodayPageProps, 'group' | 'terminalId' | 'done' | 'decided'> {
  const query = new URL(url).searchParams
  const idIn = (name: string) => Id.safeParse(Number(query.get(name) ?? NaN)).data ?? null
  const only = query.get('only')
  const names = { pilot: 'pilot', weights: 'weights' } as const
  const [done] = Object.entries(names).flatMap(([name, what]) => {
    const flightId = idIn(name)
    return flightId === null ? [] : [{ what, flightId }]
  })
  const decided = Decided.parse(query.get('decided'))
  return { decided, group: isGroup(only) ? only : null, terminalId: idIn('terminal'), done: done ?? null }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin', 'staff', 'pilot', 'agent'])
  const { userApi, visit, headers } = staff
  // Pilots see only their own flights, agents their own commission.
  if (!isDeskStaff(staff)) throw redirect(homeOf(staff), { status: 303, headers })
  const { time_zone: zone } = visit.brand
  const now = toMinute(visit.now)
  const [found, waiting] = await Promise.all([
    userApi.get(`/v1/staff_days/${toLocalDate(now, zone)}`, StaffDayReply),
    userApi.get('/v1/approvals', ApprovalsReply, { query: { page_size: MOST_APPROVALS } }),
  ])
  const { staff_day: day } = requireData(found)
  const { approvals, meta } = requireData(waiting)
  const waits = { rows: approvals, count: meta.pagination.total_count, userId: visit.user?.id ?? 0 }
  const brands = await loadBrandNames(staff)
  const isPilot = staff.factor.roles.includes('pilot')
  return data({ day, isPilot, approvals: waits, ...readView(request.url), zone, now, brands }, { headers })
}

/** Settles a row of the queue. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context)
  const done = await handleToday(userApi, await request.formData())
  if ('to' in done) return redirect(done.to, { status: 303, headers })
  const { answer, conflicts = [] } = done
  return data({ answer, conflicts }, { status: done.status, headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'today', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Today' }),
  NO_INDEX,
]

export default function StaffToday() {
  const { answer, conflicts = [] } = useActionData<typeof action>() ?? {}
  return <TodayPage {...useLoaderData<typeof loader>()} answer={answer} conflicts={conflicts} />
}
