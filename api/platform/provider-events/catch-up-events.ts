import type Stripe from 'stripe'
import { type ApiDeps } from '../../deps.ts'
import { recordProviderEvents } from './save-provider-events.ts'

/**
 * News that only the provider has: nothing here waits for it, so no sweep would ask. Payments are
 * not among it, the sweeper reads the open ones itself.
 */
const TYPES: Stripe.EventListParams['types'] = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
]

/**
 * As far back as can be: the provider lists events of thirty days
 * (https://docs.stripe.com/api/events/list), the inbox remembers as many. Looking at all of them
 * each time needs no mark of what was seen, which one late event would make wrong, and finds what
 * came while the service was down.
 */
const LOOK_BACK_MS = 29 * 24 * 3_600_000
/** Fifty pages; a shop that has more is told. */
const AT_MOST = 5000
const PAGE = 100

/**
 * Finds events about refunds and disputes that never arrived, not even by the provider's own
 * retries, in its list of events, and notes them in the inbox, where they are worked off like any
 * other.
 *
 * @returns how many were missing
 * @throws the provider's error when it does not answer
 */
export async function recoverMissedEvents(deps: ApiDeps): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - LOOK_BACK_MS)
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const events = await deps.stripe.events
    .list({ types: TYPES, created, limit: PAGE })
    .autoPagingToArray({ limit: AT_MOST })
  if (events.length >= AT_MOST)
    deps.log.error({ since, read: AT_MOST }, 'too many events to catch up with all')
  const missing = await recordProviderEvents(deps, events)
  if (missing > 0) deps.log.warn({ missing, since }, 'events that never arrived were found at the provider')
  return missing
}
