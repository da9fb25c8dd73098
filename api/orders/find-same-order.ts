import { and, eq, sql } from 'drizzle-orm'
import { type Db, type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { statement } from '../db/statement.ts'
import { type FoundBuyer } from '../store/orders/buyer.ts'

/** Finds the session's own unpaid order of the same cart. */
export async function findSameOrder(
  tx: Tx,
  sessionId: string,
  userId: number,
  cartHash: string,
): Promise<number | undefined> {
  const [found] = await selectSame(tx, { sessionId, userId, cartHash })
  return found?.id
}

const selectSame = statement((db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.sessionId, sql.placeholder('sessionId')),
        eq(orders.userId, sql.placeholder('userId')),
        eq(orders.cartHash, sql.placeholder('cartHash')),
        eq(orders.status, 'awaiting_payment'),
      ),
    )
    .limit(1)
    .for('update'),
)

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
