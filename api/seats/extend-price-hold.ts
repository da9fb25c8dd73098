import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'

/**
 * An order of gift cards has no seats to lose: what it keeps is its price, until
 * `orders.held_until`. Asked only where no seats were found, so an order of flights costs no query
 * more.
 *
 * @param heldUntil the new end; the one it has unless given
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
