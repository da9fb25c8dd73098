import { and, eq } from 'drizzle-orm'
import { type Db, type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { type FoundBuyer } from '../store/orders/buyer.ts'

/** Finds the session's own unpaid order of the same cart. */
export async function findSameOrder(
  tx: Tx,
  sessionId: string,
  userId: number,
  cartHash: string,
): Promise<number | undefined> {
  const [found] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.sessionId, sessionId),
        eq(orders.userId, userId),
        eq(orders.cartHash, cartHash),
        eq(orders.status, 'awaiting_payment'),
      ),
    )
    .limit(1)
    .for('update')
  return found?.id
}

/**
 * A shopper who goes back and forth with an unchanged cart must not lose the open payment for it.
 */
export async function isSameCart(
  db: Db,
  orderId: number,
  { sessionId, userId }: Pick<FoundBuyer, 'sessionId' | 'userId'>,
  cartHash: string,
): Promise<boolean> {
  const [old] = await db
    .select({
      cartHash: orders.cartHash,
      sessionId: orders.sessionId,
      userId: orders.userId,
      status: orders.status,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  return (
    old?.cartHash === cartHash &&
    old.sessionId === sessionId &&
    old.userId === userId &&
    old.status === 'awaiting_payment'
  )
}
