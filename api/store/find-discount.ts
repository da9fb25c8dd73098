import { and, eq, exists, gt, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { paymentAttempts } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { discountCodes, discountCodeUses, discounts } from '../db/schema/promotions.ts'

export interface FoundDiscount {
  code: typeof discountCodes.$inferSelect
  discount: typeof discounts.$inferSelect
  /** Paid with it, or reserved by an order that is alive. */
  uses: number
}

/**
 * Whose own uses do not count: those of a session, or of an order and the one that gives way to it.
 */
export interface OwnUses {
  sessionId?: string | undefined
  orderIds?: readonly number[] | undefined
}

/**
 * A code as it is kept: what was typed without the spaces around it, in capitals. Empty when
 * nothing was typed.
 */
export const normalCode = (typed: string | null | undefined): string => (typed ?? '').trim().toUpperCase()

/**
 * A code with what it takes off and how often it is used, in one query; undefined when nobody made
 * it.
 */
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
 * True when a code has a use left for an order that is about to take or to keep one. The row of a
 * limited code stays locked until the transaction ends, so that nobody else counts meanwhile. Call
 * it after the locks of orders and before those of slots.
 *
 * @param except the order itself, and one that gives way to it
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
  // A statement of its own: it sees what was committed while the lock was waited for.
  const [counted] = await tx
    .select({ uses: countUses(tx, { orderIds: except }, now) })
    .from(discountCodes)
    .where(eq(discountCodes.id, discountCodeId))
  return (counted?.uses ?? 0) < limited.limit
}

/**
 * For a query of codes. An unpaid order's use counts while its seats or its price are kept, or a
 * payment is open.
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
 * True for an unpaid order that may still be paid: the clock says so, or the provider has a payment
 * open.
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
