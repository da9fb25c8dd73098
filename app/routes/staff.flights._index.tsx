import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FlightDayReply } from '#contract/flight-day.ts'
import { LocalDate } from '#contract/primitives.ts'
import { toLocalDate } from '../format/local-time.ts'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { handleDayPilot } from '../staff/flights/handle-day-pilot.server.ts'
import { FlightsPage } from '../staff/flights/flights-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { isDeskStaff, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData } from '../visit/load-visit.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, context, ['admin', 'staff', 'pilot'])
  const requestedDate = LocalDate.safeParse(new URL(request.url).searchParams.get('date'))
  const today = toLocalDate(visit.visit.now.toISOString(), visit.visit.brand.time_zone)
  const path = `/v1/flight_days/${requestedDate.data ?? today}`
  const { flight_day: day } = requireData(await visit.userApi.get(path, FlightDayReply))
  const brands = await loadBrandNames(visit)
  return data({ day, canEdit: isDeskStaff(visit), brands }, { headers: visit.headers })
}

/** Assigns a pilot to a flight. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context)
  const refused = await handleDayPilot(userApi, await request.formData())
  const { pathname, search } = new URL(request.url)
  if (!refused) return redirect(`${pathname}${search}`, { status: 303, headers })
  return data(refused.answer, { status: refused.status, headers })
}

export const handle = staffHandle('flights')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Flights ${loaded.day.date}` : 'Flights' }),
  NO_INDEX,
]

export default function StaffFlights() {
  return <FlightsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
