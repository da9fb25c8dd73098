import { and, asc, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { type Plan, type Subscription } from '#contract/membership.ts'
import { type DbOrTx } from '../db/client.ts'
import { plans, subscriptionInvoices, subscriptions } from '../db/schema/memberships.ts'
import { orders } from '../db/schema/orders.ts'
import { discountCodes, discounts } from '../db/schema/promotions.ts'
import { type SignedInCaller } from '../http/http.ts'
import { brandsSoldAt } from './find-plan.ts'
import { presentPlan, presentSubscription, type SubscriptionRow } from './present-subscription.ts'

/** The memberships a brand sells, the cheapest first. */
export async function listPlans(db: DbOrTx, brandId: number): Promise<Plan[]> {
  const sold = await brandsSoldAt(db, brandId)
  if (sold.length === 0) return []
  const rows = await db
    .select({ plan: plans, off: discounts })
    .from(plans)
    .innerJoin(discountCodes, eq(discountCodes.id, plans.discountCodeId))
    .innerJoin(discounts, eq(discounts.id, discountCodes.discountId))
    .where(and(eq(plans.publishStatus, 'published'), inArray(plans.brandId, sold)))
    .orderBy(asc(plans.priceCents))
  return rows.map(({ plan, off }) => presentPlan(plan, off))
}

/**
 * Whether a membership belongs to the caller. One bought as a guest belongs to the session that
 * bought it until the e-mail is proven, and to the account from then on.
 */
function isOwn({ kind, userId, sessionId, emailProven }: SignedInCaller): SQL | undefined {
  const madeHere = eq(orders.sessionId, sessionId)
  if (kind === 'guest') return madeHere
  const own = eq(subscriptions.userId, userId)
  return or(and(own, emailProven ? undefined : eq(subscriptions.asGuest, false)), madeHere)
}

/** The caller's memberships, newest first. */
export async function listSubscriptions(
  db: DbOrTx,
  caller: SignedInCaller,
  now: Date,
  only?: { id?: number; planId?: number },
): Promise<{ row: SubscriptionRow; shown: Subscription }[]> {
  const rows = await db
    .select({ row: subscriptions, plan: plans, off: discounts })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .innerJoin(discountCodes, eq(discountCodes.id, plans.discountCodeId))
    .innerJoin(discounts, eq(discounts.id, discountCodes.discountId))
    .leftJoin(orders, eq(orders.id, subscriptions.orderId))
    .where(
      and(
        isOwn(caller),
        only?.id === undefined ? undefined : eq(subscriptions.id, only.id),
        only?.planId === undefined ? undefined : eq(subscriptions.planId, only.planId),
      ),
    )
    .orderBy(desc(subscriptions.id))
    .limit(20)
  const ids = rows.map(({ row }) => row.id)
  const invoices =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(subscriptionInvoices)
          .where(inArray(subscriptionInvoices.subscriptionId, ids))
          .orderBy(desc(subscriptionInvoices.createdAt))
  return rows.map(({ row, plan, off }) => {
    const own = invoices.filter(({ subscriptionId }) => subscriptionId === row.id)
    return { row, shown: presentSubscription(row, presentPlan(plan, off), own, now) }
  })
}

/** A membership with its plan, for a mail about it. */
export async function readSubscription(db: DbOrTx, id: number) {
  const [found] = await db
    .select({ row: subscriptions, plan: plans, off: discounts })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .innerJoin(discountCodes, eq(discountCodes.id, plans.discountCodeId))
    .innerJoin(discounts, eq(discounts.id, discountCodes.discountId))
    .where(eq(subscriptions.id, id))
  return found && { row: found.row, plan: presentPlan(found.plan, found.off) }
}
