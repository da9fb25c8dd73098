import { and, eq, like, ne, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { orderLines, orders } from '../../db/schema/orders.ts'
import { discountCodes } from '../../db/schema/promotions.ts'
import { type OrderToPlace } from './order-kind.ts'

/** The lines of a breakdown that a discount code makes; a prize and the least charge have others. */
const RULE_OF_CODES = 'discount:'

/**
 * What a typed code takes off an order, in cents. The members' price is a code, too, but nobody
 * typed it: it is the buyer's own.
 */
export function getCodeWorth(
  { cart, priced }: Pick<OrderToPlace, 'cart' | 'priced'>,
  typed: string | null | undefined,
): number {
  if (cart.discount?.code.toLowerCase() !== typed?.trim().toLowerCase()) return 0
  const lines = priced.lines.filter(({ rule }) => rule?.startsWith(RULE_OF_CODES))
  return lines.reduce((cents, { amountCents }) => cents - amountCents, 0)
}

/** What the code of an order that staff sold took off it, in cents. */
export async function sumCodeWorth(db: DbOrTx, orderId: number): Promise<number> {
  const [found] = await db
    .select({ cents: sql<number>`coalesce(-sum(${orderLines.amountCents}), 0)::int` })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(discountCodes, eq(discountCodes.id, orderLines.subjectId))
    .where(
      and(
        eq(orders.id, orderId),
        ne(orders.channel, 'web'),
        eq(discountCodes.internal, false),
        like(orderLines.rule, `${RULE_OF_CODES}%`),
      ),
    )
  return found?.cents ?? 0
}
