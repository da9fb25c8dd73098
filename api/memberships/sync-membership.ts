import { type ApiDeps } from '../deps.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * An event about a subscription (`sub_…`) or an invoice (`in_…`), whose subscription is read
 * afresh.
 *
 * @throws the provider's error when it does not answer
 */
export async function syncMembershipEvent(deps: ApiDeps, reference: string): Promise<void> {
  if (reference.startsWith('sub_')) return syncSubscription(deps, reference)
  const invoice = await deps.stripe.invoices.retrieve(reference)
  const of = invoice.parent?.subscription_details?.subscription
  const id = typeof of === 'string' ? of : of?.id
  if (id) await syncSubscription(deps, id)
}
