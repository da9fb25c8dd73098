import { redirect } from '@remix-run/node'
import { type AccountFlightDetail, AccountFlightReply, AccountFlightsReply } from '#contract/flight.ts'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { type FlightListProps, type FlightPart } from './flight-list-page.tsx'
import { type FlightPageProps } from './flight-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData, type Visit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { loginHref } from '../visit/login-href.ts'

/**
 * Applies to staff, too: this page lists the flights they booked as passengers, not those they work
 * on.
 */
const OWN_ONLY = { everybody: 0 }
const PAST_PAGE = 10
/** All upcoming flights of an account fit on a page of this size. */
const COMING_PAGE = 100

/** All upcoming flights, and a page of the past ones; undefined if the service does not answer. */
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
 * The flight of an address, if the visitor has seats on it; a flight of others looks like an
 * unknown one.
 *
 * @throws Response 303 to the log-in for a visitor, 404 for a flight of others, 503 when the
 *   service does not answer
 */
export async function requireOwnFlight(
  { userApi }: Visit,
  text: string | undefined,
): Promise<AccountFlightDetail> {
  const notFound = new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw notFound
  if (!userApi)
    throw redirect(loginHref(`/account/flights/${text}`), { status: 303, headers: PRIVATE_HEADERS })
  const result = await userApi.get(`/v1/flights/${text}`, AccountFlightReply, { query: OWN_ONLY })
  if (!result.ok && [401, 403, 404].includes(result.status)) throw notFound
  return requireData(result).flight
}

/** For each party on a flight, which passengers have given their details. */
export async function loadParties(
  { userApi }: Visit,
  { orders }: AccountFlightDetail,
): Promise<FlightPageProps['parties']> {
  const found = await Promise.all(
    orders.map(async ({ id }) => {
      const result = await userApi?.get(`/v1/orders/${String(id)}/passengers`, OrderPassengersReply)
      if (!result?.ok) return []
      const { passengers, open } = result.data
      // The passengers' links are shown only on the order's page.
      return [{ orderId: id, open, passengers: passengers.map((one) => ({ ...one, link: null })) }]
    }),
  )
  return found.flat()
}
