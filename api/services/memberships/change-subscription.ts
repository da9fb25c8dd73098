import { and, eq } from 'drizzle-orm'
import { type Subscription } from '#contract/membership.ts'
import { subscriptions } from '../../db/schema/memberships.ts'
import { type ApiDeps } from '../../deps.ts'
import { stands } from '../../domain/memberships/membership-states.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { type SignedInCaller } from '../../http.ts'
import { learnSubscription } from './learn-subscription.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { type SubscriptionRow } from './present-subscription.ts'
import { startSubscription } from './start-subscription.ts'

export type Changed =
  | { ok: true; subscription: Subscription }
  | { ok: false; reason: 'not_found' | 'membership_over' | 'payment_provider_unavailable' }

/**
 * Ends a membership, or takes that back. One that is paid for runs to the end of its period; one that is not ends at once,
 * and cannot be taken back.
 */
export async function endSubscription(
  deps: ApiDeps,
  caller: SignedInCaller,
  id: number,
  ends: boolean,
): Promise<Changed> {
  return change(deps, caller, id, async (row) => {
    if (row.status === 'starting') return ends ? giveUp(deps, row) : undefined
    if (row.reference === null) return undefined
    if (row.status === 'active') {
      await deps.stripe.subscriptions.update(
        row.reference,
        { cancel_at_period_end: ends },
        { idempotencyKey: `sub:${String(row.id)}:ends:${String(ends)}:${String(row.learned)}` },
      )
    } else if (ends) {
      await deps.stripe.subscriptions.cancel(row.reference)
    }
    return learnSubscription(deps, row.reference)
  })
}

/** Makes sure that there is a page to pay on: for a start that was declined, one is made now. */
export async function openSubscriptionPage(
  deps: ApiDeps,
  caller: SignedInCaller,
  id: number,
): Promise<Changed> {
  return change(deps, caller, id, async (row) => {
    if (row.status === 'starting') return startSubscription(deps, row.id, true)
    return row.reference === null ? undefined : learnSubscription(deps, row.reference)
  })
}

async function change(
  deps: ApiDeps,
  caller: SignedInCaller,
  id: number,
  work: (row: SubscriptionRow) => Promise<void> | undefined,
): Promise<Changed> {
  const read = async () => (await listSubscriptions(deps.database.db, caller, deps.clock.now(), { id }))[0]
  const found = await read()
  if (!found) return { ok: false, reason: 'not_found' }
  if (!stands(found.row.status)) return { ok: false, reason: 'membership_over' }
  try {
    await work(found.row)
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind !== 'refused') return { ok: false, reason: 'payment_provider_unavailable' }
    // It changed there meanwhile: what is true now is read, and shown.
    if (found.row.reference) await learnSubscription(deps, found.row.reference)
  }
  return { ok: true, subscription: (await read())?.shown ?? found.shown }
}

async function giveUp({ database, clock }: ApiDeps, row: SubscriptionRow): Promise<void> {
  await database.db
    .update(subscriptions)
    .set({ status: 'failed', nextTryAt: null, endedAt: clock.now() })
    .where(and(eq(subscriptions.id, row.id), eq(subscriptions.status, 'starting')))
}
