import { and, eq } from 'drizzle-orm'
import { subscriptions } from '../db/schema/memberships.ts'
import { type ApiDeps } from '../deps.ts'
import { findMembershipPayer } from './find-card.ts'
import { syncSubscription } from './sync-subscription.ts'
import { type SubscriptionRow } from './present-subscription.ts'
import { lockSubscriptionStart, findAtProvider } from './start-subscription.ts'

export type AbandonedStart =
  /** The membership did not begin and never will. */
  | { kind: 'over' }
  /** The membership had begun in a call whose answer was lost; `row` is its present state. */
  | { kind: 'begun'; row: SubscriptionRow }
  /** Another call is starting the membership at this moment. */
  | { kind: 'busy' }

/**
 * Ends a membership that has not begun. The provider is asked first, because a subscription whose
 * creation got no answer would otherwise be charged every year.
 * @throws the provider's error when it does not answer
 */
export async function abandonSubscriptionStart(deps: ApiDeps, id: number): Promise<AbandonedStart> {
  const claimed = await lockSubscriptionStart(deps, id)
  if (!claimed) return { kind: 'busy' }
  try {
    const { customer } = await findMembershipPayer(deps, claimed)
    const existing = await findAtProvider(deps, customer, id)
    if (existing === undefined) {
      await settleStart(deps, id, { status: 'failed', nextTryAt: null, endedAt: deps.clock.now() })
      return { kind: 'over' }
    }
    await syncSubscription(deps, existing)
  } catch (error) {
    await settleStart(deps, id, {})
    throw error
  }
  const [row] = await deps.database.db.select().from(subscriptions).where(eq(subscriptions.id, id))
  return row ? { kind: 'begun', row } : { kind: 'over' }
}

/** Writes the result and releases the row for other calls. */
async function settleStart(
  { database }: ApiDeps,
  id: number,
  set: Partial<Pick<SubscriptionRow, 'status' | 'nextTryAt' | 'endedAt'>>,
): Promise<void> {
  await database.db
    .update(subscriptions)
    .set({ ...set, busyUntil: null })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.status, 'starting')))
}
