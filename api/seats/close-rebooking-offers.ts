import { and, eq, notExists, sql, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import {
  departureCancellations,
  rebookingOffers,
  rebookingAlternatives,
} from '../db/schema/departure-cancellations.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { lapseAlternativeSeats } from './hold-seats-for-rebooking.ts'

/**
 * Closes the rebooking offers of an order whose seats were already released in another way. The
 * order's slots and then its row must be locked.
 */
export async function closeRebookingOffers(tx: Tx, orderId: number, now: Date): Promise<void> {
  const remainingSeats = tx
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
      and(eq(rebookingOffers.orderId, orderId), eq(rebookingOffers.state, 'open'), notExists(remainingSeats)),
    )
    .returning({ id: rebookingOffers.id })
  await releaseAlternatives(
    tx,
    closed.map(({ id }) => id),
    now,
  )
}

/**
 * Releases the seats of rebooking alternatives. The offers' orders must be locked and, before them,
 * their slots.
 */
export async function releaseAlternatives(tx: Tx, claimIds: readonly number[], now: Date): Promise<void> {
  if (claimIds.length === 0) return
  const dropped = await tx
    .update(rebookingAlternatives)
    .set({ state: 'over' })
    .where(
      and(inArray(rebookingAlternatives.claimId, [...claimIds]), eq(rebookingAlternatives.state, 'open')),
    )
    .returning({ id: rebookingAlternatives.id })
  await lapseAlternativeSeats(
    tx,
    dropped.map(({ id }) => id),
    now,
  )
}
