import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LocalDate } from '#contract/primitives.ts'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { DayReportPage } from '../desk/day-report-page.tsx'
import { NO_INDEX } from '../desk/no-index.ts'
import { requireDesk } from '../server/desk.server.ts'
import { addDays, loadDay, todayOf } from '../server/desk-reports.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/desk.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const today = todayOf(desk)
  const day = LocalDate.catch(today).parse(new URL(request.url).searchParams.get('day'))
  const reports = await loadDay(desk, day)
  const page = { day, before: addDays(day, -1), after: day < today ? addDays(day, 1) : null, reports }
  return data(page, { headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'reports', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Day report' }),
  NO_INDEX,
]

export default function StaffDayReport() {
  return <DayReportPage {...useLoaderData<typeof loader>()} />
}
