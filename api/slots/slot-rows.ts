import { and, asc, eq, inArray, lte, ne, sql, type SQLWrapper } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { type FlightState } from '../rules/time/flight-day.ts'
import { type FlightLoad } from '../rules/departures/availability.ts'

/** A flight of a slot, read under the slot's lock. */
export interface LockedFlight extends FlightLoad {
  id: number
  slotId: number
  aircraftId: number
  status: FlightState
}

/** A slot, read under its lock. */
interface LockedSlot {
  id: number
  calledOffAt: Date | null
}

/**
 * Locks slot rows in id order, so that two transactions never deadlock. Lock order rows before.
 *
 * @param slotIds ids, or a query that selects them
 */
export async function lockSlotRows(tx: Tx, slotIds: readonly number[] | SQLWrapper): Promise<LockedSlot[]> {
  if (Array.isArray(slotIds) && slotIds.length === 0) return []
  return tx
    .select({ id: slots.id, calledOffAt: slots.calledOffAt })
    .from(slots)
    .where(inArray(slots.id, slotIds))
    .orderBy(asc(slots.id))
    .for('update')
}

/** Releases the seats of expired holds without an open payment. The slots must be locked. */
export async function releaseLapsedHolds(tx: Tx, slotIds: readonly number[], now: Date): Promise<void> {
  if (slotIds.length === 0) return
  const onTheseSlots = tx
    .select({ id: flights.id })
    .from(flights)
    .where(inArray(flights.slotId, [...slotIds]))
  const released = await tx
    .update(holds)
    .set({ state: 'released' })
    .where(
      and(
        inArray(holds.flightId, onTheseSlots),
        eq(holds.state, 'held'),
        eq(holds.paymentOpen, false),
        lte(holds.expiresAt, now),
      ),
    )
    .returning({ flightId: holds.flightId, seats: holds.seats })
  for (const { flightId, seats } of released) {
    await tx
      .update(flights)
      .set({ seatsHeld: sql`${flights.seatsHeld} - ${seats}` })
      .where(eq(flights.id, flightId))
  }
}

/**
 * The flights of a slot with their occupied seats and weight. The flight whose seats are sold
 * singly comes first.
 */
export async function loadFlights(tx: Tx, slotId: number): Promise<LockedFlight[]> {
  const rows = await tx
    .select({
      id: flights.id,
      slotId: flights.slotId,
      aircraftId: flights.aircraftId,
      status: flights.status,
      capacity: flights.capacity,
      maxWeightLbs: flights.maxWeightLbs,
      seatsTaken: sql<number>`${flights.seatsSold} + ${flights.seatsHeld}`.mapWith(Number),
      weightTakenLbs: sql<number>`coalesce(sum(${holds.weightLbs}), 0)`.mapWith(Number),
    })
    .from(flights)
    .leftJoin(holds, and(eq(holds.flightId, flights.id), ne(holds.state, 'released')))
    .where(and(eq(flights.slotId, slotId), ne(flights.status, 'called_off')))
    .groupBy(flights.id)
    .orderBy(asc(flights.id))
  return rows
}
