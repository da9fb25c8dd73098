import { eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { lockOrderSeats } from './order-seats.ts'

/**
 * Releases a part of an order's sold seats: a number of seats, or of aircraft sold whole. The
 * caller recounts the party's weight once it is known who stays home. The order's row must be
 * locked.
 * @param on the flight whose seats are released; undefined where the order has one only, or any
 * will do
 */
export async function releaseSomeSeats(tx: Tx, orderId: number, units: number, on?: number): Promise<void> {
  let left = units
  const sold = (await lockOrderSeats(tx, orderId)).filter(
    ({ state, flightId }) => state === 'sold' && (on === undefined || flightId === on),
  )
  for (const { id, flightId, seats, wholeFlight } of sold.toReversed()) {
    if (left === 0) return
    const freed = wholeFlight ? seats : Math.min(seats, left)
    left -= wholeFlight ? 1 : freed
    await tx
      .update(flights)
      .set({ seatsSold: sql`${flights.seatsSold} - ${freed}` })
      .where(eq(flights.id, flightId))
    const remaining = seats - freed
    await tx
      .update(holds)
      .set(remaining === 0 ? { state: 'released' } : { seats: remaining })
      .where(eq(holds.id, id))
  }
}
