import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type CheckInParty, type CheckInSearch } from '#contract/check-in.ts'
import { type Db } from '../../db/client.ts'
import { terminals } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orders } from '../../db/schema/orders.ts'
import { passengerLinks, passengers } from '../../db/schema/passengers.ts'
import { users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { passengerTokenHashes } from '../../passengers/make-passenger-links.ts'
import { findPartyOrder } from '../../passengers/party-link.ts'
import { toLocalDate } from '../../rules/time/local-time.ts'
import { isFlying } from '../../seats/count-party.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { findOrderByToken } from '../../store/orders/order-link.ts'
import { type CheckInText, matchesName, readCheckInText } from './read-check-in-text.ts'
import { type CheckInDesk, readCheckInParties } from './read-check-in-parties.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock'>

/** A name may fit many of a day; further letters narrow them down. */
const MOST_NAMED = 20

/**
 * Finds the parties that a scanned or typed text names, and says of each whether it can be checked
 * in now. It writes nothing.
 *
 * @param flightId the flight where people are checked in; undefined for all flights of today
 * @returns undefined for an unknown flight
 */
export async function searchForCheckIn(
  deps: Deps,
  { text, flightId }: { text: string; flightId: number | undefined },
): Promise<CheckInSearch | undefined> {
  const { db } = deps.database
  const now = deps.clock.now()
  const flight = flightId === undefined ? undefined : await findFlight(db, flightId)
  if (flightId !== undefined && !flight) return undefined
  const { brands } = await readCatalogue(db)
  const date = toLocalDate(now, flight?.timezone ?? brands[0]?.timeZone ?? 'UTC')
  const desk: CheckInDesk = { flight, now }
  const read = readCheckInText(text)
  const orderIds = await findOrders(deps, read, desk)
  const parties = await readCheckInParties(db, orderIds, desk)
  return { kind: kindOf(read), date, parties: sortParties(parties).slice(0, MOST_NAMED) }
}

const KINDS = {
  order_token: 'ticket',
  passenger_token: 'ticket',
  party_token: 'ticket',
  number: 'number',
  name: 'name',
  other_code: 'other_code',
} as const

const kindOf = (read: CheckInText): CheckInSearch['kind'] =>
  read.kind === 'number' && read.host !== undefined ? 'ticket' : KINDS[read.kind]

async function findFlight(db: Db, id: number): Promise<CheckInDesk['flight']> {
  const [found] = await db
    .select({
      id: flights.id,
      terminalId: slots.terminalId,
      localDate: slots.localDate,
      timezone: terminals.timezone,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .where(eq(flights.id, id))
  return found
}

async function findOrders(deps: Deps, read: CheckInText, desk: CheckInDesk): Promise<number[]> {
  const { db } = deps.database
  switch (read.kind) {
    case 'order_token': {
      const order = await findOrderByToken(db, deps.settings, read.token)
      return order ? [order.id] : []
    }
    case 'passenger_token': {
      const tokenHashes = passengerTokenHashes(deps.settings.secrets.code, read.token)
      const found = await db
        .select({ id: passengers.orderId })
        .from(passengerLinks)
        .innerJoin(passengers, eq(passengers.id, passengerLinks.passengerId))
        .where(inArray(passengerLinks.tokenHash, tokenHashes))
      return found.map(({ id }) => id)
    }
    case 'party_token': {
      const order = await findPartyOrder(db, deps.settings.secrets.code, read.token)
      return order ? [order.id] : []
    }
    case 'number':
      return read.host === undefined || (await isOurs(deps, read.host)) ? [read.orderId] : []
    case 'name':
      return findNamed(db, read.words, desk)
    case 'other_code':
      return []
  }
}

/** Whether a host is one of the shop's: the numbers of other shops mean other orders. */
async function isOurs({ database: { db }, settings }: Deps, host: string): Promise<boolean> {
  const { brands } = await readCatalogue(db)
  const own = [new URL(settings.publicUrl).hostname, ...brands.flatMap(({ hosts }) => hosts)]
  return own.includes(host)
}

/**
 * The orders of a day with somebody of this name, who flies or who booked. The work grows with the
 * day and not with the shop.
 */
async function findNamed(db: Db, words: readonly string[], { flight, now }: CheckInDesk): Promise<number[]> {
  const zones = flight ? [] : await db.selectDistinct({ zone: terminals.timezone }).from(terminals)
  const dates = flight ? [flight.localDate] : [...new Set(zones.map(({ zone }) => toLocalDate(now, zone)))]
  const people = await db
    .selectDistinct({
      orderId: orders.id,
      passenger: passengers.fullName,
      buyer: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
    })
    .from(slots)
    .innerJoin(flights, eq(flights.slotId, slots.id))
    .innerJoin(holds, and(eq(holds.flightId, flights.id), eq(holds.state, 'sold')))
    .innerJoin(orders, eq(orders.id, holds.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(passengers, and(eq(passengers.orderId, orders.id), isFlying))
    .where(inArray(slots.localDate, dates))
    .orderBy(asc(orders.id))
  const named = people.filter(
    ({ passenger, buyer }) => matchesName(words, passenger ?? '') || matchesName(words, buyer),
  )
  return [...new Set(named.map(({ orderId }) => orderId))]
}

/** Those that can be checked in come first, in the order in which they leave. */
function sortParties(parties: readonly CheckInParty[]): CheckInParty[] {
  const rank = ({ state }: CheckInParty) => (state === 'ready' ? 0 : 1)
  const time = ({ flight }: CheckInParty) => (flight ? `${flight.local_date} ${flight.local_time}` : '~')
  return parties.toSorted(
    (a, b) => rank(a) - rank(b) || time(a).localeCompare(time(b)) || a.order_id - b.order_id,
  )
}
