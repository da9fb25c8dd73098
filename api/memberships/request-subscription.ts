import { and, desc, eq, notExists } from 'drizzle-orm'
import { type Subscription } from '#contract/membership.ts'
import { subscriptions } from '../db/schema/memberships.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { type DbOrTx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { isCurrentStatus } from './rules/membership-states.ts'
import { type SignedInCaller } from '../http/http.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { findSoldPlan } from './find-plan.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { startSubscription } from './start-subscription.ts'

export type SubscriptionRequestResult =
  | { ok: true; existing: boolean; subscription: Subscription }
  | {
      ok: false
      reason: 'plan_unknown' | 'membership_needs_account' | 'already_member' | 'payment_provider_unavailable'
    }

/**
 * A membership of a plan for the caller (spec section 7): the one their completed order brought,
 * started now if it was not yet; the one they have; else one that begins once its first invoice is
 * paid on the provider's page: for an account bought alone, for a guest with the order that this
 * session completed. Never a second one, and nothing is charged here that was not agreed to with an
 * order.
 *
 * @param brandId the brand that sells it; without one the order's, or one that has the plan
 */
export async function requestSubscription(
  deps: ApiDeps,
  caller: SignedInCaller,
  { planId, brandId: said }: { planId: number; brandId?: number | undefined },
): Promise<SubscriptionRequestResult> {
  const { db } = deps.database
  const read = async () => {
    const memberships = await listSubscriptions(db, caller, deps.clock.now(), { planId })
    return memberships.find(({ row }) => isCurrentStatus(row.status)) ?? memberships[0]
  }
  const known = await read()
  if (known && isCurrentStatus(known.row.status)) {
    if (known.row.status === 'starting' && known.row.tries === 0) await startSubscription(deps, known.row.id)
    return { ok: true, existing: true, subscription: (await read())?.shown ?? known.shown }
  }
  const order = caller.kind === 'guest' ? await findGuestsOrder(db, caller.sessionId) : undefined
  const brandId = said ?? order?.brandId ?? (await findSeller(deps, planId))
  if (brandId === undefined || !(await findSoldPlan(db, planId, brandId))) {
    return { ok: false, reason: 'plan_unknown' }
  }
  if (caller.kind === 'guest' && !order) return { ok: false, reason: 'membership_needs_account' }
  const opened = await openUnpaid(deps, order?.userId ?? caller.userId, { planId, brandId }, order)
  // The account has a membership that this caller may not see, because it was begun as a guest and
  // the e-mail is not proven.
  if (opened === undefined) return { ok: false, reason: 'already_member' }
  await startSubscription(deps, opened, true)
  const made = await read()
  if (!made) throw new Error(`Subscription ${String(opened)} is gone`)
  if (made.row.status === 'starting') {
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
  return { ok: true, existing: false, subscription: made.shown }
}

type GuestsOrder = Pick<typeof orders.$inferSelect, 'id' | 'userId' | 'brandId' | 'email'>

/** The last order that a guest's session completed and that brought no membership yet. */
async function findGuestsOrder(db: DbOrTx, sessionId: string): Promise<GuestsOrder | undefined> {
  const brought = db.select().from(subscriptions).where(eq(subscriptions.orderId, orders.id))
  const [order] = await db
    .select({ id: orders.id, userId: orders.userId, brandId: orders.brandId, email: orders.email })
    .from(orders)
    .where(and(eq(orders.sessionId, sessionId), eq(orders.status, 'completed'), notExists(brought)))
    .orderBy(desc(orders.id))
    .limit(1)
  return order
}

/**
 * The brand that sells a plan when the request names none: the brand of the settings, else the
 * first with this plan.
 */
async function findSeller({ database: { db }, settings }: ApiDeps, planId: number) {
  const { brands } = await readCatalogue(db)
  for (const id of [settings.brandId, ...brands.map((brand) => brand.id)]) {
    if (await findSoldPlan(db, planId, id)) return id
  }
  return undefined
}

/** Makes a membership that no job starts, because its buyer is present and pays it on the page. */
async function openUnpaid(
  { database, clock }: ApiDeps,
  userId: number,
  plan: { planId: number; brandId: number },
  order: GuestsOrder | undefined,
): Promise<number | undefined> {
  const [user] = await database.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) return undefined
  const bought = order ? { orderId: order.id, asGuest: true, email: order.email } : { email: user.email }
  const [opened] = await database.db
    .insert(subscriptions)
    .values({ ...plan, ...bought, userId, status: 'starting', createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: subscriptions.id })
  return opened?.id
}
