import { and, asc, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { subscriptions } from '../db/schema/memberships.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { syncSubscription } from './sync-subscription.ts'
import { startSubscription } from './start-subscription.ts'

const BATCH = 50

/**
 * Starts the due memberships. Unpaid ones and those whose period is over are read from the provider
 * again, because an event may have been lost.
 */
export async function sweepSubscriptions(deps: ApiDeps): Promise<void> {
  const now = deps.clock.now()
  const { db } = deps.database
  const due = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.nextTryAt), lte(subscriptions.nextTryAt, now)))
    .orderBy(asc(subscriptions.nextTryAt))
    .limit(BATCH)
  for (const { id } of due) await startSubscription(deps, id)
  const stale = await db
    .select({ reference: subscriptions.reference })
    .from(subscriptions)
    .where(
      and(
        isNotNull(subscriptions.reference),
        or(
          inArray(subscriptions.status, ['incomplete', 'past_due', 'unpaid']),
          and(inArray(subscriptions.status, ['active']), lte(subscriptions.currentPeriodEnd, now)),
        ),
      ),
    )
    .orderBy(sql`random()`)
    .limit(BATCH)
  for (const { reference } of stale) await refresh(deps, reference ?? '')
}

async function refresh(deps: ApiDeps, reference: string): Promise<void> {
  try {
    await syncSubscription(deps, reference)
  } catch (error) {
    readProviderFailure(error)
    deps.log.warn({ reference }, 'a membership could not be read at the provider')
  }
}
