import { and, eq, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { prizes } from '../db/schema/promotions.ts'
import { isStillPayable } from '../store/find-discount.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'

export interface Prize {
  id: number
  upgradeId: number
}

/**
 * The prize that a shopper can use for one of the chosen upgrades: their own, unused, and in no
 * other active order.
 * @param wanted finds no prize without a `userId`, because a guest has proven nothing
 * @param sessionId an unpaid order of this session may have reserved it already
 */
export async function findPrize(
  db: DbOrTx,
  wanted: { prizeId: number | null | undefined; userId: number | undefined; upgradeIds: readonly number[] },
  { now, sessionId }: { now: Date; sessionId?: string | undefined },
): Promise<Prize | undefined> {
  const { prizeId, userId, upgradeIds } = wanted
  if (!prizeId || userId === undefined || upgradeIds.length === 0) return undefined
  const [found] = await db
    .select({ id: prizes.id, upgradeId: prizes.upgradeId })
    .from(prizes)
    .where(
      and(
        eq(prizes.id, prizeId),
        eq(prizes.userId, userId),
        inArray(prizes.upgradeId, [...upgradeIds]),
        isNull(prizes.usedAt),
        notExists(findPayablePrizeOrder(db, now, sessionId)),
      ),
    )
  return found
}

/**
 * Takes a prize for an order that is being placed, or says that it has gone to another meanwhile.
 */
export async function reservePrize(
  tx: Tx,
  prizeId: number,
  { now, except }: { now: Date; except: readonly number[] },
): Promise<boolean> {
  const [prize] = await tx
    .select({ orderId: prizes.orderId, usedAt: prizes.usedAt })
    .from(prizes)
    .where(eq(prizes.id, prizeId))
    .for('update')
  if (!prize || prize.usedAt) return false
  if (prize.orderId === null || except.includes(prize.orderId)) return true
  const [alive] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, prize.orderId), isStillPayable(tx, now)))
  return alive === undefined
}

/** Makes sure that an order's prize is still its own, or takes it again where nobody has it. */
export async function confirmPrize(tx: Tx, order: OrderRow, upgradeId: number): Promise<boolean> {
  const [prize] = await tx
    .select({ id: prizes.id })
    .from(prizes)
    .where(
      and(
        eq(prizes.userId, order.userId),
        eq(prizes.upgradeId, upgradeId),
        isNull(prizes.usedAt),
        or(eq(prizes.orderId, order.id), isNull(prizes.orderId)),
      ),
    )
    .orderBy(sql`${prizes.orderId} nulls last`)
    .limit(1)
    .for('update')
  if (!prize) return false
  await tx.update(prizes).set({ orderId: order.id }).where(eq(prizes.id, prize.id))
  return true
}

/** The order that a prize is in, as long as it may still be paid and is another session's. */
export const findPayablePrizeOrder = (db: DbOrTx, now: Date, sessionId: string | undefined) =>
  db
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.id, prizes.orderId),
        isStillPayable(db, now),
        sessionId === undefined ? undefined : ne(orders.sessionId, sessionId),
      ),
    )
