import { desc, eq } from 'drizzle-orm'
import { type OrderMembership } from '#contract/membership.ts'
import { type DbOrTx } from '../../db/client.ts'
import { plans, subscriptions } from '../../db/schema/memberships.ts'
import { type OrderRow } from '../orders/lock-order.ts'

/** What became of the membership agreed to with an order; no query for orders without one. */
export async function readOrderMembership(
  db: DbOrTx,
  order: Pick<OrderRow, 'id' | 'membershipPlanId'>,
): Promise<OrderMembership | null> {
  if (order.membershipPlanId === null) return null
  const [found] = await db
    .select({ id: plans.id, name: plans.name, status: subscriptions.status })
    .from(plans)
    .leftJoin(subscriptions, eq(subscriptions.orderId, order.id))
    .where(eq(plans.id, order.membershipPlanId))
    .orderBy(desc(subscriptions.id))
  return found ? { plan_id: found.id, plan_name: found.name, status: found.status } : null
}
