import { type Plan, type Subscription } from '#contract/membership.ts'
import { type subscriptionInvoices, type subscriptions } from '../db/schema/memberships.ts'
import { type discounts } from '../db/schema/promotions.ts'
import { isMember } from './rules/membership-states.ts'
import { toDollars, toDollarsOrNull } from '../rules/money/money.ts'
import { type PlanRow } from './find-plan.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type InvoiceRow = typeof subscriptionInvoices.$inferSelect
type Off = Pick<typeof discounts.$inferSelect, 'percentBps' | 'amountCents'>

export const presentPlan = (plan: PlanRow, off: Off): Plan => ({
  id: plan.id,
  brand_id: plan.brandId,
  name: plan.name,
  benefit: plan.benefit,
  price: toDollars(plan.priceCents),
  interval: plan.interval,
  percent_off: off.percentBps === null ? null : off.percentBps / 100,
  amount_off: toDollarsOrNull(off.amountCents),
})

/** @param invoices newest first */
export function presentSubscription(
  row: SubscriptionRow,
  plan: Plan,
  invoices: readonly InvoiceRow[],
  now: Date,
): Subscription {
  const open = invoices.find(({ status }) => status === 'open')
  const payable = row.status === 'incomplete' || row.status === 'past_due' || row.status === 'unpaid'
  return {
    id: row.id,
    plan_id: plan.id,
    plan,
    status: row.status,
    member: isMember(row, now),
    order_id: row.orderId,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
    next_try_at: row.status === 'starting' && row.tries > 0 ? (row.nextTryAt?.toISOString() ?? null) : null,
    last_error: row.lastError,
    payment_url: payable ? (open?.hostedUrl ?? null) : null,
    invoices: invoices.map((one) => ({
      number: one.number,
      amount: toDollars(one.amountCents),
      status: one.status,
      created_at: one.createdAt.toISOString(),
      paid_at: one.paidAt?.toISOString() ?? null,
    })),
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  }
}
