import { and, eq, notExists, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { departureCancellations, rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { flights, holds } from '../db/schema/inventory.ts'
import { releaseAlternatives } from '../disruptions/hold-alternatives.ts'

/**
 * Closes the rebooking offers of an order whose seats were already released in another way. The
 * order's slots and then its row must be locked.
 */
export async function closeRebookingOffers(tx: Tx, orderId: number, now: Date): Promise<void> {
  const stillThere = tx
    .select({ one: sql`1` })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(departureCancellations, eq(departureCancellations.slotId, flights.slotId))
    .where(
      and(
        eq(departureCancellations.id, rebookingOffers.callOffId),
        eq(holds.orderId, rebookingOffers.orderId),
        eq(holds.state, 'sold'),
      ),
    )
  const closed = await tx
    .update(rebookingOffers)
    .set({ state: 'closed', answeredAt: now, answeredBy: 'order' })
    .where(
      and(eq(rebookingOffers.orderId, orderId), eq(rebookingOffers.state, 'open'), notExists(stillThere)),
    )
    .returning({ id: rebookingOffers.id })
  await releaseAlternatives(
    tx,
    closed.map(({ id }) => id),
    now,
  )
}
