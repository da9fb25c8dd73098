import { and, eq, notExists, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { callOffs, rescheduleClaims } from '../db/schema/departure-cancellations.ts'
import { flights, holds } from '../db/schema/inventory.ts'
import { dropAlternatives } from '../disruptions/hold-alternatives.ts'

/**
 * What is left to claim follows the order: who has given the seats back in another way has nothing
 * to choose any more. The order's row must be locked, and its slots before.
 */
export async function closeClaims(tx: Tx, orderId: number, now: Date): Promise<void> {
  const stillThere = tx
    .select({ one: sql`1` })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(callOffs, eq(callOffs.slotId, flights.slotId))
    .where(
      and(
        eq(callOffs.id, rescheduleClaims.callOffId),
        eq(holds.orderId, rescheduleClaims.orderId),
        eq(holds.state, 'sold'),
      ),
    )
  const closed = await tx
    .update(rescheduleClaims)
    .set({ state: 'closed', answeredAt: now, answeredBy: 'order' })
    .where(
      and(eq(rescheduleClaims.orderId, orderId), eq(rescheduleClaims.state, 'open'), notExists(stillThere)),
    )
    .returning({ id: rescheduleClaims.id })
  await dropAlternatives(
    tx,
    closed.map(({ id }) => id),
    now,
  )
}
