import { and, eq, exists, gt, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { paymentAttempts } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { discountCodes, discountCodeUses, discounts } from '../db/schema/promotions.ts'

export interface FoundDiscount {
  code: typeof discountCodes.$inferSelect
  discount: typeof discounts.$inferSelect
  /** The uses of paid orders and those reserved by live orders. */
  uses: number
}

/** Whose own uses do not count: those of a session, or of an order and the one that it replaces. */
export interface OwnUses {
  sessionId?: string | undefined
  orderIds?: readonly number[] | undefined
}

/** Brings a typed code to its stored form: without surrounding spaces, in capitals. */
const normalCode = (typed: string): string => typed.trim().toUpperCase()

/** Finds a code with its terms and its uses, in one query; undefined for an unknown code. */
export async function findDiscount(
  db: DbOrTx,
  typed: string,
  { now, except = {} }: { now: Date; except?: OwnUses },
): Promise<FoundDiscount | undefined> {
  const [found] = await db
    .select({ code: discountCodes, discount: discounts, uses: countUses(db, except, now) })
    .from(discountCodes)
    .innerJoin(discounts, eq(discounts.id, discountCodes.discountId))
    .where(eq(discountCodes.code, normalCode(typed)))
  return found
}

/**
 * True when a code has a use left for an order. The row of a limited code stays locked until the
 * transaction ends, so that concurrent orders count correctly. Call it after the locks of orders
 * and before those of slots.
 * @param except the order itself, and one that it replaces
 */
export async function hasUseLeft(
  tx: Tx,
  discountCodeId: number,
  { now, except }: { now: Date; except: readonly number[] },
): Promise<boolean> {
  const [limited] = await tx
    .select({ limit: discountCodes.redemptionLimit })
    .from(discountCodes)
    .where(and(eq(discountCodes.id, discountCodeId), isNotNull(discountCodes.redemptionLimit)))
    .for('update')
  if (!limited || limited.limit === null) return true
  // A separate statement sees what was committed while the lock was awaited.
  const [counted] = await tx
    .select({ uses: countUses(tx, { orderIds: except }, now) })
    .from(discountCodes)
    .where(eq(discountCodes.id, discountCodeId))
  return (counted?.uses ?? 0) < limited.limit
}

/**
 * Counts uses, for a query of codes. The use of an unpaid order counts while its seats or price are
 * held, or a payment is open.
 */
function countUses(db: DbOrTx, except: OwnUses, now: Date): SQL<number> {
  const counting = db
    .select({ uses: sql`count(*)` })
    .from(discountCodeUses)
    .innerJoin(orders, eq(orders.id, discountCodeUses.orderId))
    .where(
      and(
        eq(discountCodeUses.discountCodeId, discountCodes.id),
        or(
          eq(discountCodeUses.state, 'captured'),
          and(eq(discountCodeUses.state, 'reserved'), isStillPayable(db, now), isNotOwn(except)),
        ),
      ),
    )
  return sql<number>`(${counting})`.mapWith(Number)
}

function isNotOwn({ sessionId, orderIds = [] }: OwnUses): SQL | undefined {
  return and(
    sessionId === undefined ? undefined : ne(orders.sessionId, sessionId),
    orderIds.length === 0 ? undefined : notInArray(orders.id, [...orderIds]),
  )
}

/**
 * True for an unpaid order that may still be paid: its hold runs, or a payment is open at the
 * provider.
 */
export function isStillPayable(db: DbOrTx, now: Date): SQL | undefined {
  const one = { one: sql`1` }
  const held = db
    .select(one)
    .from(holds)
    .where(
      and(
        eq(holds.orderId, orders.id),
        eq(holds.state, 'held'),
        or(eq(holds.paymentOpen, true), gt(holds.expiresAt, now)),
      ),
    )
  const paying = db
    .select(one)
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orders.id), inArray(paymentAttempts.state, ['created', 'open'])))
  return and(
    eq(orders.status, 'awaiting_payment'),
    or(exists(held), gt(orders.heldUntil, now), exists(paying)),
  )
}
