import { and, asc, desc, eq } from 'drizzle-orm'
import { type OrderMembership } from '#contract/membership.ts'
import { type DbOrTx } from '../db/client.ts'
import { plans, subscriptionInvoices, subscriptions } from '../db/schema/memberships.ts'
import { isCurrentStatus } from './rules/membership-states.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { getMembershipCharge } from './membership-charge.ts'

/** The membership agreed to with an order, and its state; runs no query for orders without one. */
export async function readOrderMembership(
  db: DbOrTx,
  order: Pick<OrderRow, 'id' | 'membershipPlanId' | 'completedAt'>,
): Promise<OrderMembership | null> {
  if (order.membershipPlanId === null) return null
  const [found] = await db
    .select({ plan: plans, status: subscriptions.status, paidAt: subscriptionInvoices.paidAt })
    .from(plans)
    .leftJoin(subscriptions, eq(subscriptions.orderId, order.id))
    .leftJoin(
      subscriptionInvoices,
      and(eq(subscriptionInvoices.subscriptionId, subscriptions.id), eq(subscriptionInvoices.status, 'paid')),
    )
    .where(eq(plans.id, order.membershipPlanId))
    .orderBy(desc(subscriptions.id), asc(subscriptionInvoices.paidAt))
    .limit(1)
  if (!found) return null
  const { plan, status, paidAt } = found
  // An order that is paid begins one at once, unless its buyer had one already.
  const begins = status === null ? order.completedAt === null : isCurrentStatus(status)
  return {
    plan_id: plan.id,
    plan_name: plan.name,
    status,
    charge: begins || paidAt !== null ? getMembershipCharge(plan) : null,
    paid_at: paidAt?.toISOString() ?? null,
  }
}
