import { eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { orderLines, orders } from '../../db/schema/orders.ts'
import { type PricedCart } from '../../rules/pricing/pricing.ts'
import { type OrderRow } from './order.ts'

/** Rewrites an order's price, sums and lines. Its row must be locked, and it must be unpaid. */
export async function writePrice(tx: Tx, orderId: number, priced: PricedCart): Promise<OrderRow> {
  const [order] = await tx
    .update(orders)
    .set({
      subtotalCents: priced.subtotalCents,
      feesCents: priced.feesCents,
      taxCents: priced.taxCents,
      discountCents: priced.discountCents,
      creditsCents: priced.creditsCents,
      totalCents: priced.totalCents,
    })
    .where(eq(orders.id, orderId))
    .returning()
  if (!order) throw new Error(`There is no order ${String(orderId)}`)
  await tx.delete(orderLines).where(eq(orderLines.orderId, orderId))
  await tx.insert(orderLines).values(priced.lines.map((line, position) => ({ ...line, orderId, position })))
  return order
}
