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
import { Id, LocalDate } from '#contract/primitives.ts'
import { toLocalDate } from '../format/local-time.ts'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { PILOT_SHAPE } from '../staff/flights/flight-forms.ts'
import { FlightsPage } from '../staff/flights/flights-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { requireForm } from '../staff/parts/require-form.server.ts'
import { isDeskStaff, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
import { rowShape } from '../ui/form/row-shape.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData } from '../visit/load-visit.server.ts'

const FlightId = z.object({ flight: Id })
const PilotForm = z.object({ pilot_id: Id.nullable().default(null) })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, context, ['admin', 'staff', 'pilot'])
  const asked = LocalDate.safeParse(new URL(request.url).searchParams.get('date'))
  const today = toLocalDate(visit.visit.now.toISOString(), visit.visit.brand.time_zone)
  const path = `/v1/flight_days/${asked.data ?? today}`
  const { flight_day: day } = requireData(await visit.userApi.get(path, FlightDayReply))
  const brands = await loadBrandNames(visit)
  return data({ day, canEdit: isDeskStaff(visit), brands }, { headers: visit.headers })
}

/** Gives a flight its pilot. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context)
  const form = await request.formData()
  const { flight } = requireForm(form, FlightId)
  const submission = parseForm(form, PilotForm)
  const shape = rowShape(PILOT_SHAPE, flight)
  if (submission.status !== 'success') return data(refuseForm(shape, submission), { status: 422, headers })
  const body = { flight: submission.value }
  const set = await userApi.patch(`/v1/flights/${String(flight)}`, z.unknown(), { body })
  const { pathname, search } = new URL(request.url)
  if (set.ok) return redirect(`${pathname}${search}`, { status: 303, headers })
  return data(refuseForm(shape, submission, set), { status: set.status, headers })
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
