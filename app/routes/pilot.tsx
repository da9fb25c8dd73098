import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { QueryId } from '#contract/primitives.ts'
import { type PilotFlight } from '#contract/manifest-version.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { isDeskStaff, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handlePilot, loadPilotFlights } from '../staff/pilot/handle-pilot.server.ts'
import { PilotPage } from '../staff/pilot/pilot-page.tsx'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { rememberPhone } from '../visit/kept-phone.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/pilot.css?url'

const MINUTE_MS = 60_000
const KEPT_MS = 12 * 60 * MINUTE_MS

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ['pilot'])
  const { userApi, visit, headers } = staff
  const { pilot_flights: flights, pilot_name: name, duty_limits: limits } = await loadPilotFlights(userApi)
  const query = new URL(request.url).searchParams
  const selected = selectFlight(flights, query.get('flight'))
  const now = visit.now.toISOString()
  const left = selected ? Date.parse(selected.content.depart_at) - visit.now.getTime() : 0
  const { phone } = visit.brand
  const isDesk = isDeskStaff(staff)
  const done = query.get('done')
  const minutesLeft = Math.round(left / MINUTE_MS)
  const person = visit.user?.id ?? 0
  const keptUntil = findEnd(flights, visit.now)
  const page = { name, person, keptUntil, flights, selected, limits, minutesLeft, now, phone, isDesk, done }
  return data(page, { headers: { ...headers, ...(await rememberPhone(visit)) } })
}

/** A phone keeps the page until twelve hours after the last flight on it. */
function findEnd(flights: readonly PilotFlight[], now: Date): number {
  const ends = flights.map(({ arrive_at: at, landed_at: landed }) => Date.parse(landed ?? at))
  return Math.max(now.getTime(), ...ends) + KEPT_MS
}

/**
 * The flight that the address names, else the one in the air or the next one, else the last.
 *
 * @throws Response 404 for a flight that is not among the own ones
 */
function selectFlight(flights: readonly PilotFlight[], named: string | null): PilotFlight | undefined {
  if (named === null) {
    return flights.find(({ status }) => status !== 'landed' && status !== 'called_off') ?? flights.at(-1)
  }
  const id = QueryId.safeParse(named).data
  const found = flights.find((one) => one.id === id)
  if (!found) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  return found
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userApi, headers } = await requireStaff(request, context, ['pilot'])
  const result = await handlePilot(userApi, await request.formData())
  if (!result.ok) return data(result.answer, { status: result.status, headers })
  const to = `/pilot?${new URLSearchParams({ flight: String(result.flight), done: result.done }).toString()}`
  return redirect(to, { status: 303, headers })
}

export const handle: PageHandle = { layout: 'pilot', sheet, worker: true }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your flights' }),
  NO_INDEX,
]

export default function Pilot() {
  return <PilotPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
