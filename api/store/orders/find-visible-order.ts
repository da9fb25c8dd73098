import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { orders } from '../../db/schema/orders.ts'
import { sessions } from '../../db/schema/people.ts'
import { canSeeOrder, type OrderViewer } from '../../rules/access/order-access.ts'
import { type OrderRow } from './lock-order.ts'

/**
 * An order's row; undefined both when there is none and when the caller may not see it.
 * @param may `ownsOrder` where seeing it is not enough
 */
export async function findVisibleOrder(
  db: DbOrTx,
  viewer: OrderViewer,
  orderId: number,
  may: typeof canSeeOrder = canSeeOrder,
): Promise<OrderRow | undefined> {
  const [found] = await db
    .select({ order: orders, madeIn: { userId: sessions.userId, scope: sessions.scope } })
    .from(orders)
    .innerJoin(sessions, eq(sessions.id, orders.sessionId))
    .where(eq(orders.id, orderId))
  if (!found) return undefined
  return may(viewer, { ...found.order, madeIn: found.madeIn }) ? found.order : undefined
}
