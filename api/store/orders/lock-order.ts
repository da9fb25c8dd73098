import { eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { orders } from '../../db/schema/orders.ts'

export type OrderRow = typeof orders.$inferSelect

/** The amount left to pay by card, in cents. */
export function getDueCents(
  order: Pick<OrderRow, 'totalCents' | 'creditsCents' | 'amountPaidCents'>,
): number {
  return order.totalCents - order.creditsCents - order.amountPaidCents
}

/**
 * Locks an order's row until the transaction ends. Order rows come first, then payment attempts,
 * then slots: every transaction that takes several of them does so in this order.
 */
export async function lockOrder(tx: Tx, orderId: number): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw new Error(`There is no order ${String(orderId)}`)
  return order
}
