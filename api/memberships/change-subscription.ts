import { type Subscription } from '#contract/membership.ts'
import { type ApiDeps } from '../deps.ts'
import { isCurrentStatus } from './rules/membership-states.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { abandonSubscriptionStart } from './abandon-subscription-start.ts'
import { syncSubscription } from './sync-subscription.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { type SubscriptionRow } from './present-subscription.ts'
import { startSubscription } from './start-subscription.ts'

export type SubscriptionChangeResult =
  | { ok: true; subscription: Subscription }
  | {
      ok: false
      reason: 'not_found' | 'membership_over' | 'membership_starting' | 'payment_provider_unavailable'
    }

/**
 * Ends a membership or undoes its end. A paid membership runs to the end of its period; an unpaid
 * one ends at once, which cannot be undone.
 */
export async function endSubscription(
  deps: ApiDeps,
  caller: SignedInCaller,
  id: number,
  ends: boolean,
): Promise<SubscriptionChangeResult> {
  return change(deps, caller, id, async (row) => {
    if (row.status !== 'starting') return setEnd(deps, row, ends)
    if (!ends) return undefined
    const given = await abandonSubscriptionStart(deps, row.id)
    if (given.kind === 'busy') return 'busy'
    return given.kind === 'begun' ? setEnd(deps, given.row, ends) : undefined
  })
}

async function setEnd(deps: ApiDeps, row: SubscriptionRow, ends: boolean): Promise<void> {
  if (row.reference === null || !isCurrentStatus(row.status)) return
  if (row.status === 'active') {
    await deps.stripe.subscriptions.update(
      row.reference,
      { cancel_at_period_end: ends },
      { idempotencyKey: `sub:${String(row.id)}:ends:${String(ends)}:${String(row.learned)}` },
    )
  } else if (ends) {
    await deps.stripe.subscriptions.cancel(row.reference)
  }
  await syncSubscription(deps, row.reference)
}

/**
 * Ends a membership at once, paid or not; nothing more is charged for it.
 *
 * @returns `busy` while somebody is starting it
 * @throws the provider's error when it does not answer
 */
export async function cancelSubscription(deps: ApiDeps, row: SubscriptionRow): Promise<'busy' | undefined> {
  const given =
    row.status === 'starting' ? await abandonSubscriptionStart(deps, row.id) : { kind: 'begun' as const, row }
  if (given.kind === 'busy') return 'busy'
  if (given.kind === 'over' || given.row.reference === null || !isCurrentStatus(given.row.status))
    return undefined
  await deps.stripe.subscriptions.cancel(given.row.reference)
  await syncSubscription(deps, given.row.reference)
  return undefined
}

/**
 * Returns the page on which a membership can be paid, and makes one after a declined first payment.
 */
export async function openSubscriptionPage(
  deps: ApiDeps,
  caller: SignedInCaller,
  id: number,
): Promise<SubscriptionChangeResult> {
  return change(deps, caller, id, async (row) => {
    if (row.status === 'starting') return startSubscription(deps, row.id, true)
    return row.reference === null ? undefined : syncSubscription(deps, row.reference)
  })
}

async function change(
  deps: ApiDeps,
  caller: SignedInCaller,
  id: number,
  /** `busy`: another call works on this membership. */
  work: (row: SubscriptionRow) => Promise<'busy' | undefined | void>,
): Promise<SubscriptionChangeResult> {
  const read = async () => (await listSubscriptions(deps.database.db, caller, deps.clock.now(), { id }))[0]
  const found = await read()
  if (!found) return { ok: false, reason: 'not_found' }
  if (!isCurrentStatus(found.row.status)) return { ok: false, reason: 'membership_over' }
  try {
    if ((await work(found.row)) === 'busy') return { ok: false, reason: 'membership_starting' }
  } catch (error) {
    const failure = readProviderFailure(error)
    const { reference } = found.row
    if (failure.kind !== 'refused' || !reference) return { ok: false, reason: 'payment_provider_unavailable' }
    // The subscription changed at the provider, so its present state is read and shown.
    await syncSubscription(deps, reference)
  }
  return { ok: true, subscription: (await read())?.shown ?? found.shown }
}
