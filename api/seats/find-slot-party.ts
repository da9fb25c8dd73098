import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { passengers } from '../db/schema/passengers.ts'
import { isFlying } from './count-party.ts'
import { type Party } from '../slots/slot-store.ts'

/** The part of an order on a departure, which must fit on its alternative. */
export interface RebookingParty extends Party {
  /** The seats, or the aircraft where they were bought whole. */
  units: number
  /** Its passengers, who are fewer than the seats when somebody needs two. */
  people: number
  /** The types of its passengers; null for adults, and nobody where none was named. */
  typeIds: readonly (number | null)[]
  /** True when the order also has seats on other departures. */
  others: boolean
}

/** Reads the party by its sold seats; undefined when the order has none on the departure. */
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
  // Passengers have no named flight until an order is split; all of them are on this one.
  const onBoard = and(
    eq(passengers.orderId, orderId),
    isFlying,
    others ? named : or(named, isNull(passengers.flightId)),
  )
  const rows = await db
    .select({ typeId: passengers.passengerTypeId })
    .from(passengers)
    .where(onBoard)
    .orderBy(asc(passengers.position))
  const people = rows.length
  const seats = here.reduce((sum, hold) => sum + hold.seats, 0)
  return {
    kind: first.wholeFlight ? 'flight' : 'seat',
    size: seats,
    weightLbs: here.reduce((sum, hold) => sum + hold.weightLbs, 0),
    units: first.wholeFlight ? here.length : seats,
    people: people === 0 ? seats : Math.min(people, seats),
    typeIds: rows.map(({ typeId }) => typeId),
    others,
  }
}
