import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { passengers } from '../db/schema/passengers.ts'
import { isFlying } from './count-party.ts'
import { type Party } from '../slots/slot-store.ts'

/** Who of an order is on a departure: what must fit elsewhere. */
export interface RebookingParty extends Party {
  /** Seats, or aircraft where they were bought whole. */
  units: number
  /** Its passengers: fewer than seats where somebody sits on two. */
  people: number
  /** The order has seats on other departures too. */
  others: boolean
}

/** By the seats that are sold; undefined when the order has none there (any more). */
export async function findRebookingParty(
  db: DbOrTx,
  orderId: number,
  slotId: number,
): Promise<RebookingParty | undefined> {
  const sold = await db
    .select({ hold: holds, slotId: flights.slotId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'sold')))
  const here = sold.filter((row) => row.slotId === slotId).map(({ hold }) => hold)
  const [first] = here
  if (!first) return undefined
  const flightIds = here.map(({ flightId }) => flightId)
  const others = sold.length > here.length
  const named = inArray(passengers.flightId, flightIds)
  // Until an order flies apart nobody is named for a flight: all are on this one.
  const onBoard = and(
    eq(passengers.orderId, orderId),
    isFlying,
    others ? named : or(named, isNull(passengers.flightId)),
  )
  const people = await db.$count(passengers, onBoard)
  const seats = here.reduce((sum, hold) => sum + hold.seats, 0)
  return {
    kind: first.wholeFlight ? 'flight' : 'seat',
    size: seats,
    weightLbs: here.reduce((sum, hold) => sum + hold.weightLbs, 0),
    units: first.wholeFlight ? here.length : seats,
    people: people === 0 ? seats : Math.min(people, seats),
    others,
  }
}
