import { eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { flights } from '../db/schema/inventory.ts'
import { type OrderHold } from './reschedule-seats.ts'

/** Sells the seats that a change holds; their slots must be locked. */
export async function sellHeldSeats(tx: Tx, kept: readonly OrderHold[]): Promise<void> {
  for (const { id, flightId, seats } of kept) {
    await tx
      .update(flights)
      .set({
        seatsHeld: sql`${flights.seatsHeld} - ${seats}`,
        seatsSold: sql`${flights.seatsSold} + ${seats}`,
      })
      .where(eq(flights.id, flightId))
    await tx
      .update(holds)
      .set({ state: 'sold', paymentOpen: false, forMove: false, orderChangeId: null })
      .where(eq(holds.id, id))
  }
}
