import { type OrderFlight } from '#contract/order.ts'
import { type OrderPassengersReply } from '#contract/passenger.ts'
import { type DbOrTx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import {
  findPassengerFlight,
  findFlying,
  getPassengerFormState,
  type FoundPassenger,
  isPassengerComplete,
  passengerFormEnd,
} from './find-passenger.ts'
import { openPassengerToken } from './make-passenger-links.ts'
import { presentDetails } from './passenger-details.ts'
import { partyToken } from './party-link.ts'

/**
 * The passengers of a paid order as its buyer sees them: complete or not, and each one's link.
 * Nothing that they entered is included.
 */
export async function listOrderPassengers(
  { database: { db }, settings, clock }: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  orderId: number,
): Promise<OrderPassengersReply> {
  const found = await findFlying(db, orderId)
  const [first] = found
  if (!first) return NOBODY
  const flights = await findFlights(db, orderId, found)
  const now = clock.now()
  const flight = flights.find((one) => getPassengerFormState(first.order, one, now) === 'open') ?? flights[0]
  if (!flight) return NOBODY
  const { origin } = await readMailBrand(db, settings, first.order.brandId)
  const state = getPassengerFormState(first.order, flight, now)
  const list = found.filter((one, index) => found[index - 1]?.passenger.id !== one.passenger.id)
  const isAwaited = state === 'open' && !list.every(isPassengerComplete)
  const token = partyToken(settings.secrets.code, first.order)
  return {
    party_url: isAwaited ? `${origin}/party/${token}` : null,
    passengers: list.map((one, index) => ({
      id: one.passenger.id,
      number: index + 1,
      ...presentDetails(one.passenger),
      done: isPassengerComplete(one),
      link: one.link && `${origin}/passengers/${openPassengerToken(settings.secrets.code, one.link)}`,
      mailed_at: one.link?.mailedAt?.toISOString() ?? null,
      picked_at: one.link?.pickedAt?.toISOString() ?? null,
    })),
    open_until: passengerFormEnd(flight),
    open: state === 'open',
    called_off: flights.every(({ status }) => status === 'called_off'),
  }
}

const NOBODY: OrderPassengersReply = {
  passengers: [],
  party_url: null,
  open_until: null,
  open: false,
  called_off: false,
}

/** The flights of these passengers, each once. */
export async function findFlights(
  db: DbOrTx,
  id: number,
  found: readonly FoundPassenger[],
): Promise<OrderFlight[]> {
  const ids = [...new Set(found.map(({ passenger }) => passenger.flightId))]
  const flights = await Promise.all(ids.map((flightId) => findPassengerFlight(db, { id, flightId })))
  return flights.filter((flight) => flight !== undefined)
}
