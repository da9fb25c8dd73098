import type Stripe from 'stripe'
import { type ApiDeps } from '../../deps.ts'
import { recordProviderEvents } from './save-provider-events.ts'

/**
 * Event types that only the provider knows of, so that no other job would fetch them. Payments are
 * not among them, because the sweeper reads open payments itself.
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
 * The longest period that is possible: the provider lists events of thirty days
 * (https://docs.stripe.com/api/events/list), and the inbox retains them as long. Reading all of
 * them each time needs no cursor, which a late event could make wrong, and also finds what came
 * while the service was down.
 */
const LOOK_BACK_MS = 29 * 24 * 3_600_000
/** Fifty pages; more events are logged as an error. */
const MAX_EVENTS = 5000
const PAGE = 100

/**
 * Finds events about refunds and disputes that never arrived, in spite of the provider's retries,
 * in its list of events, and records them in the inbox for processing.
 *
 * @returns how many were missing
 * @throws the provider's error when it does not answer
 */
export async function recoverMissedEvents(deps: ApiDeps): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - LOOK_BACK_MS)
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const events = await deps.stripe.events
    .list({ types: TYPES, created, limit: PAGE })
    .autoPagingToArray({ limit: MAX_EVENTS })
  if (events.length >= MAX_EVENTS)
    deps.log.error({ since, read: MAX_EVENTS }, 'too many events to catch up with all')
  const missing = await recordProviderEvents(deps, events)
  if (missing > 0) deps.log.warn({ missing, since }, 'events that never arrived were found at the provider')
  return missing
}
