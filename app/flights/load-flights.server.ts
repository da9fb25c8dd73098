import { redirect } from '@remix-run/node'
import { type AccountFlightDetail, AccountFlightReply, AccountFlightsReply } from '#contract/flight.ts'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { type FlightListProps, type FlightPart } from './flight-list-page.tsx'
import { type FlightPageProps } from './flight-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData, type Visit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { loginHref } from '../visit/login-href.ts'

/** Staff who fly as passengers see here what they booked, and not what they look after. */
const OWN_ONLY = { everybody: 0 }
const PAST_PAGE = 10
/** Nobody has more flights ahead than fit on a page. */
const COMING_PAGE = 100

/** What is ahead, all of it, and a page of what was; undefined when it cannot be read just now. */
export async function loadFlights({ userApi }: Visit, page: number): Promise<FlightListProps> {
  const list = async (query: Record<string, string | number>): Promise<FlightPart | undefined> => {
    const result = await userApi?.get('/v1/flights', AccountFlightsReply, {
      query: { ...query, ...OWN_ONLY },
    })
    return result?.ok ? { rows: result.data.flights, pagination: result.data.meta.pagination } : undefined
  }
  const [coming, past] = await Promise.all([
    list({ when: 'coming', page_size: COMING_PAGE }),
    list({ when: 'past', page, page_size: PAST_PAGE }),
  ])
  return { coming, past }
}

/**
 * The flight that an address names, for whoever has seats on it. Anybody else's looks like none at
 * all.
 *
 * @throws Response 303 to the log-in for a visitor, 404 for what is not theirs, 503 when the
 *   service does not answer
 */
export async function requireOwnFlight(
  { userApi }: Visit,
  text: string | undefined,
): Promise<AccountFlightDetail> {
  const lost = new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw lost
  if (!userApi)
    throw redirect(loginHref(`/account/flights/${text}`), { status: 303, headers: PRIVATE_HEADERS })
  const result = await userApi.get(`/v1/flights/${text}`, AccountFlightReply, { query: OWN_ONLY })
  if (!result.ok && [401, 403, 404].includes(result.status)) throw lost
  return requireData(result).flight
}

/** Who of each party on a flight is done. */
export async function loadParties(
  { userApi }: Visit,
  { orders }: AccountFlightDetail,
): Promise<FlightPageProps['parties']> {
  const found = await Promise.all(
    orders.map(async ({ id }) => {
      const result = await userApi?.get(`/v1/orders/${String(id)}/passengers`, OrderPassengersReply)
      if (!result?.ok) return []
      const { passengers, open } = result.data
      // The links stay on the order's page.
      return [{ orderId: id, open, passengers: passengers.map((one) => ({ ...one, link: null })) }]
    }),
  )
  return found.flat()
}
