import { and, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { ledgerEntries, ledgerTransactions, orderRefunds } from '../db/schema/money.ts'
import { orderChanges } from '../db/schema/orders.ts'
import { credits } from '../db/schema/tenders.ts'
import { type TenderAmounts } from '../rules/refunds/allocate-refund.ts'
import { VOUCHERS_GRANTED_ACCOUNT } from '../rules/money/ledger.ts'
import { getRefundLimit, type GiverFacts } from '../rules/refunds/refund-limit.ts'
import { sumCodeWorth } from './orders/code-worth.ts'
import { sumStaffPriceWorth } from './orders/staff-price.ts'

/**
 * Whether staff would exceed the limit of an order: refunds, vouchers, credit, waived fees, the code
 * of a sale by staff and what a price of theirs takes off count together. Credit that staff took
 * back does not count. The order must be locked.
 */
export async function isOverLimit(
  tx: Tx,
  orderId: number,
  caller: GiverFacts,
  moreCents: number,
): Promise<boolean> {
  const limit = getRefundLimit(caller)
  if (limit === undefined) return false
  const refunded = await tx
    .select({ lines: orderRefunds.lines, tenders: orderRefunds.tenders })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.origin, 'staff')))
  const [vouchers] = await tx
    .select({ cents: sql<number>`coalesce(sum(${ledgerEntries.amountCents}), 0)::int` })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .where(and(eq(ledgerTransactions.orderId, orderId), eq(ledgerEntries.account, VOUCHERS_GRANTED_ACCOUNT)))
  const [credit] = await tx
    .select({ cents: sql<number>`greatest(coalesce(sum(${credits.amountCents}), 0), 0)::int` })
    .from(credits)
    .where(eq(credits.orderId, orderId))
  const [waived] = await tx
    .select({ cents: sql<number>`coalesce(sum(${orderChanges.waivedCents}), 0)::int` })
    .from(orderChanges)
    .where(and(eq(orderChanges.orderId, orderId), eq(orderChanges.state, 'completed')))
  const given = [
    ...refunded.map(getRefundedValue),
    ...[vouchers, credit, waived].map((sum) => sum?.cents ?? 0),
    await sumCodeWorth(tx, orderId),
    await sumStaffPriceWorth(tx, orderId),
  ]
  return given.reduce((total, cents) => total + cents, moreCents) > limit
}

/**
 * In cents; gift cards count with what they paid. What comes off the amount due counts where nothing is
 * taken back for it.
 */
export function getRefundedValue({
  lines,
  tenders,
}: {
  lines: readonly unknown[]
  tenders: TenderAmounts
}): number {
  const { cardCents, creditCents, vouchers, giftCards, dueCents = 0 } = tenders
  const money = cardCents + creditCents + (lines.length === 0 ? dueCents : 0)
  return [...vouchers, ...giftCards].reduce((total, { amountCents }) => total + amountCents, money)
}
