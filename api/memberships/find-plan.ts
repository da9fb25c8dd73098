import { and, desc, eq, gt, inArray, isNotNull, or } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { plans, subscriptions } from '../db/schema/memberships.ts'
import { users } from '../db/schema/people.ts'
import { discountCodes } from '../db/schema/promotions.ts'
import { LATE_RENEWAL_MS, CURRENT_STATUSES } from './rules/membership-states.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'

export type PlanRow = typeof plans.$inferSelect
/** A plan with its internal code. */
export interface PlanWithCode {
  plan: PlanRow
  code: string
}

/** A plan that the brand sells; undefined for every other. */
export async function findSoldPlan(
  db: DbOrTx,
  planId: number,
  brandId: number,
): Promise<PlanWithCode | undefined> {
  const [found] = await db
    .select({ plan: plans, code: discountCodes.code })
    .from(plans)
    .innerJoin(discountCodes, eq(discountCodes.id, plans.discountCodeId))
    .where(and(eq(plans.id, planId), eq(plans.publishStatus, 'published')))
  return found && (await brandsSoldAt(db, brandId)).includes(found.plan.brandId) ? found : undefined
}

/** Brands whose plans and products a brand sells. */
export async function brandsSoldAt(db: DbOrTx, brandId: number): Promise<number[]> {
  const { brands } = await readCatalogue(db)
  return brands.find(({ id }) => id === brandId)?.productBrandIds ?? []
}

/**
 * The plan whose members' price an account has now. A membership bought as a guest counts once the
 * e-mail is proven, because anybody could have typed it.
 */
export async function findMembersPlan(
  db: DbOrTx,
  { userId, brandId, now }: { userId: number; brandId: number; now: Date },
): Promise<PlanWithCode | undefined> {
  const found = await db
    .select({ plan: plans, code: discountCodes.code })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .innerJoin(discountCodes, eq(discountCodes.id, plans.discountCodeId))
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.status, 'active'),
        gt(subscriptions.currentPeriodEnd, new Date(now.getTime() - LATE_RENEWAL_MS)),
        or(eq(subscriptions.asGuest, false), isNotNull(users.emailProvenAt)),
      ),
    )
    .orderBy(desc(subscriptions.id))
  if (found.length === 0) return undefined
  const sold = await brandsSoldAt(db, brandId)
  return found.find(({ plan }) => sold.includes(plan.brandId))
}

/**
 * The account's present membership of a plan, also one begun as a guest. `hidden`: a guest began it
 * with the account's e-mail, which is not proven yet.
 */
export async function findCurrentSubscription(
  db: DbOrTx,
  userId: number,
  planId: number,
): Promise<{ hidden: boolean } | undefined> {
  const [found] = await db
    .select({ asGuest: subscriptions.asGuest, provenAt: users.emailProvenAt })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.planId, planId),
        inArray(subscriptions.status, [...CURRENT_STATUSES]),
      ),
    )
  return found && { hidden: found.asGuest && found.provenAt === null }
}
