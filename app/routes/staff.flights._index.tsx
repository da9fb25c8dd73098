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
import { LocalDate } from '#contract/primitives.ts'
import { localDateOf } from '../format/local-time.ts'
import { pageMeta } from '../page/page-meta.ts'
import { deskHandle } from '../staff/parts/staff-handle.ts'
import { FlightsPage } from '../staff/flights/flights-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { atDesk, requireDesk } from '../staff/parts/staff-visit.server.ts'
import { requireData } from '../selection/load-choice.server.ts'
import { PRIVATE } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await requireDesk(request, context, ['admin', 'staff', 'pilot'])
  const asked = LocalDate.safeParse(new URL(request.url).searchParams.get('date'))
  const today = localDateOf(visit.visit.now.toISOString(), visit.visit.brand.time_zone)
  const path = `/v1/flight_days/${asked.data ?? today}`
  const { flight_day: day } = requireData(await visit.own.get(path, FlightDayReply))
  const brands = await loadBrandNames(visit)
  return data({ day, desk: atDesk(visit), brands }, { headers: visit.headers })
}

/** Gives a flight its pilot. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { own, headers } = await requireDesk(request, context)
  const form = await request.formData()
  const flight = z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .catch('0')
    .parse(form.get('flight'))
  const pilot = Number(form.get('pilot'))
  const body = { flight: { pilot_id: Number.isInteger(pilot) && pilot > 0 ? pilot : null } }
  const set = await own.patch(`/v1/flights/${flight}`, z.unknown(), { body })
  const { pathname, search } = new URL(request.url)
  if (set.ok) return redirect(`${pathname}${search}`, { status: 303, headers })
  return data({ failure: set.message }, { status: set.status, headers })
}

export const handle = deskHandle('flights')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Flights ${loaded.day.date}` : 'Flights' }),
  NO_INDEX,
]

export default function StaffFlights() {
  return <FlightsPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure} />
}
