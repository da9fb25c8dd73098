import { type Party, type PartyGuest } from '#contract/party.ts'
import { type DbOrTx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { findFlying, type FoundPassenger, getPassengerFormState, isSeatFree } from './find-passenger.ts'
import { findFlights } from './list-order-passengers.ts'
import { findPartyOrder } from './party-link.ts'
import { presentType } from './passenger-details.ts'

type PartyResult = { ok: true; party: Party } | { ok: false; reason: 'party_link_ended' }

/**
 * What the page of a party shows: its flight, and the seats that nobody has picked. Unknown links,
 * and those of a flight or a booking that is over, get the same answer.
 */
export async function readParty(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  token: string,
): Promise<PartyResult> {
  const { db } = deps.database
  const order = await findPartyOrder(db, deps.settings.secrets.code, token)
  const found = order && (await findOpenParty(db, order, deps.clock.now()))
  return found ? { ok: true, party: found.party } : { ok: false, reason: 'party_link_ended' }
}

/** The party of an order with those of its passengers whose seats are free; undefined once it is over. */
export async function findOpenParty(
  db: DbOrTx,
  order: OrderRow,
  now: Date,
): Promise<{ party: Party; people: FoundPassenger[]; free: FoundPassenger[] } | undefined> {
  const people = await findFlying(db, order.id)
  const flights = await findFlights(db, order.id, people)
  const open = flights.filter((flight) => getPassengerFormState(order, flight, now) === 'open')
  const [flight] = open
  if (!flight) return undefined
  const openIds = open.map(({ flight_id: id }) => id)
  const free = people.filter((one) => {
    const { flightId } = one.passenger
    return isSeatFree(one) && (flightId === null || openIds.includes(flightId))
  })
  const seats = free.map((one) => ({ id: one.passenger.id, ...presentGuest(one, people) }))
  return { party: { flight, people: people.length, seats }, people, free }
}

/** A guest as the others of the party see them. */
export const presentGuest = (one: FoundPassenger, people: readonly FoundPassenger[]): PartyGuest => ({
  number: people.indexOf(one) + 1,
  given_name: givenName(one),
  ...presentType(one.passenger),
})

/** The first name that the buyer or staff typed; a guest's own is nobody else's to see. */
function givenName({ passenger, link }: FoundPassenger): string | null {
  if ((link?.filledAt ?? null) !== null) return null
  return passenger.fullName.trim().split(/\s+/)[0] || null
}
