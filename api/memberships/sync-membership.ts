import { type ApiDeps } from '../deps.ts'
import { learnSubscription } from './sync-subscription.ts'

/**
 * An event about a subscription (`sub_…`) or an invoice (`in_…`), whose subscription is read
 * afresh.
 *
 * @throws the provider's error when it does not answer
 */
export async function learnMembership(deps: ApiDeps, reference: string): Promise<void> {
  if (reference.startsWith('sub_')) return learnSubscription(deps, reference)
  const invoice = await deps.stripe.invoices.retrieve(reference)
  const of = invoice.parent?.subscription_details?.subscription
  const id = typeof of === 'string' ? of : of?.id
  if (id) await learnSubscription(deps, id)
}
