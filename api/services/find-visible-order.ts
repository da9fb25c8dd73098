import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { canSeeOrder, type OrderViewer } from '../domain/order-access.ts'
import { type OrderRow } from './lock-order.ts'

/** An order's row, undefined when there is none or when it is not for the caller to see: the two look alike. */
export async function findVisibleOrder(
  db: DbOrTx,
  viewer: OrderViewer,
  orderId: number,
): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  return order && canSeeOrder(viewer, order) ? order : undefined
}
