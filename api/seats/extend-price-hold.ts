import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'

/**
 * Extends the price hold of a gift order, which has no seats and keeps its price until
 * `orders.held_until`. It runs only when an order has no seats, so flight orders cost no further
 * query.
 * @param heldUntil the new end; by default the present one
 * @returns `hold_lapsed` for an order of flights
 */
export async function extendPriceHold(
  tx: Tx,
  orderId: number,
  heldUntil: SQL = sql`${orders.heldUntil}`,
): Promise<{ ok: true } | { ok: false; reason: 'hold_lapsed' }> {
  const [kept] = await tx
    .update(orders)
    .set({ heldUntil })
    .where(and(eq(orders.id, orderId), eq(orders.kind, 'gift_cards')))
    .returning({ id: orders.id })
  return kept ? { ok: true } : { ok: false, reason: 'hold_lapsed' }
}
