import { and, asc, eq, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { aircraft, aircraftTypes } from '../db/schema/catalogue.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { passengers } from '../db/schema/passengers.ts'
import { statement } from '../db/statement.ts'
import { type PartyAircraft, type SeatedAircraft, seatParty } from '../rules/seats/seat-party.ts'

/** Passengers who stay home count nowhere. */
export const isFlying = eq(passengers.staysHome, false)

type PassengerRow = typeof passengers.$inferSelect

/** A party with its paid seats and the assignment of its passengers. */
export interface CountedParty {
  orderId: number
  holds: SoldHold[]
  people: PassengerRow[]
  seated: SeatedAircraft[]
}

type SoldHold = Awaited<ReturnType<typeof selectSoldHolds>>[number]

/**
 * The parties of orders with sold seats, each with the assignment of its passengers. It runs two
 * queries for any number of orders.
 */
export async function countParties(db: DbOrTx, orderIds: readonly number[]): Promise<CountedParty[]> {
  if (orderIds.length === 0) return []
  const [sold, everybody] = await Promise.all([
    selectSoldHolds(db, { orderIds }),
    selectPeople(db, { orderIds }),
  ])
  return orderIds.flatMap((orderId) => {
    const own = sold.filter((one) => one.orderId === orderId)
    const [first] = own
    if (!first) return []
    const people = everybody.filter((one) => one.orderId === orderId)
    return [{ orderId, holds: own, people, seated: seatParty(aircraftOf(own), people, first.seatLimitLbs) }]
  })
}

/**
 * Whether a passenger may stay home without a refund: when there are more passengers than seats, or
 * the aircraft was bought whole.
 */
export function canLeaveWithoutRefund({
  people,
  holds: own,
}: Pick<CountedParty, 'people' | 'holds'>): boolean {
  const seats = own.reduce((sum, hold) => sum + hold.seats, 0)
  return people.length > 1 && (people.length > seats || own.every(({ wholeFlight }) => wholeFlight))
}

const orderIds = sql`any(${sql.placeholder('orderIds')}::int[])`

const selectPeople = statement((db) =>
  db
    .select()
    .from(passengers)
    .where(and(sql`${passengers.orderId} = ${orderIds}`, isFlying))
    .orderBy(asc(passengers.orderId), asc(passengers.position)),
)

const selectSoldHolds = statement((db) =>
  db
    .select({
      id: holds.id,
      orderId: holds.orderId,
      flightId: holds.flightId,
      seats: holds.seats,
      wholeFlight: holds.wholeFlight,
      seatLimitLbs: aircraftTypes.seatLimitLbs,
    })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(and(sql`${holds.orderId} = ${orderIds}`, eq(holds.state, 'sold')))
    .orderBy(asc(holds.id)),
)

/** Each aircraft once: part of a party that returned to its flight has a second hold there. */
function aircraftOf(own: readonly SoldHold[]): PartyAircraft[] {
  const flightIds = [...new Set(own.map(({ flightId }) => flightId))]
  return flightIds.map((flightId) => {
    const here = own.filter((one) => one.flightId === flightId)
    const seats = here.reduce((sum, one) => sum + one.seats, 0)
    return { flightId, seats, whole: here.some(({ wholeFlight }) => wholeFlight) }
  })
}

/**
 * Recounts the weight of an order's sold seats from its passengers, so that sales and the manifest
 * use the same figure: none where everybody stays home and only a second seat is left. An order
 * without passengers keeps the weight it was sold with. The order's row and its slots must be
 * locked.
 */
export async function countPartyWeight(tx: Tx, orderId: number): Promise<void> {
  const [party] = await countParties(tx, [orderId])
  if (!party) return
  if (party.people.length === 0 && (await hasNoPassengers(tx, orderId))) return
  for (const { flightId, weightLbs } of party.seated) {
    const here = party.holds.filter((hold) => hold.flightId === flightId)
    let [seatsLeft, lbsLeft] = [here.reduce((sum, { seats }) => sum + seats, 0), weightLbs]
    for (const { id, seats } of here) {
      const share = Math.ceil((lbsLeft * seats) / seatsLeft)
      await tx.update(holds).set({ weightLbs: share }).where(eq(holds.id, id))
      seatsLeft -= seats
      lbsLeft -= share
    }
  }
}

async function hasNoPassengers(tx: Tx, orderId: number): Promise<boolean> {
  const [somebody] = await tx
    .select({ id: passengers.id })
    .from(passengers)
    .where(eq(passengers.orderId, orderId))
    .limit(1)
  return somebody === undefined
}
