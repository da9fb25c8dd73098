import { eq } from 'drizzle-orm'
import { type Subscription } from '#contract/membership.ts'
import { subscriptions } from '../../db/schema/memberships.ts'
import { users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { stands } from '../../domain/memberships/membership-states.ts'
import { type SignedInCaller } from '../../http.ts'
import { findSoldPlan } from './find-plan.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { startSubscription } from './start-subscription.ts'

export type Requested =
  | { ok: true; existing: boolean; subscription: Subscription }
  | {
      ok: false
      reason: 'plan_unknown' | 'membership_needs_account' | 'already_member' | 'payment_provider_unavailable'
    }

/**
 * A membership of a plan for the caller (spec section 7): the one their completed order brought, started now if it was
 * not yet; the one they have; else, for an account, one that is bought alone and begins once its first invoice is paid
 * on the provider's page. Never a second one, and nothing is charged here that was not agreed to with an order.
 */
export async function requestSubscription(
  deps: ApiDeps,
  caller: SignedInCaller,
  { planId, brandId }: { planId: number; brandId: number },
): Promise<Requested> {
  const { db } = deps.database
  const read = async () => {
    const own = await listSubscriptions(db, caller, deps.clock.now(), { planId })
    return own.find(({ row }) => stands(row.status)) ?? own[0]
  }
  const known = await read()
  if (known && stands(known.row.status)) {
    if (known.row.status === 'starting' && known.row.tries === 0) await startSubscription(deps, known.row.id)
    return { ok: true, existing: true, subscription: (await read())?.shown ?? known.shown }
  }
  if (!(await findSoldPlan(db, planId, brandId))) return { ok: false, reason: 'plan_unknown' }
  if (caller.kind === 'guest') return { ok: false, reason: 'membership_needs_account' }
  const opened = await openAlone(deps, caller.userId, { planId, brandId })
  // Somebody has one whom this caller may not see: as a guest, with an address not proven yet.
  if (opened === undefined) return { ok: false, reason: 'already_member' }
  await startSubscription(deps, opened, true)
  const made = await read()
  if (!made) throw new Error(`Subscription ${String(opened)} is gone`)
  if (made.row.status === 'starting') {
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
  return { ok: true, existing: false, subscription: made.shown }
}

/** Due at no time by itself: whoever asked is there to go on with it. */
async function openAlone(
  { database, clock }: ApiDeps,
  userId: number,
  plan: { planId: number; brandId: number },
): Promise<number | undefined> {
  const [user] = await database.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) return undefined
  const [opened] = await database.db
    .insert(subscriptions)
    .values({ ...plan, userId, email: user.email, status: 'starting', createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: subscriptions.id })
  return opened?.id
}
