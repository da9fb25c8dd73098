/** What has to be read again from the provider after an event. */
export type EventEffect =
  | 'payment'
  | 'refunds'
  | 'dispute'
  | 'card_setup'
  | 'saved_card'
  | 'customer'
  | 'membership'
  | 'payout'
  | 'ignore'

/**
 * By the prefix of the event's type, the first match counts:
 * https://docs.stripe.com/api/events/types.
 */
const EFFECTS: readonly (readonly [string, EventEffect])[] = [
  ['payment_intent.', 'payment'],
  ['checkout.session.', 'payment'],
  ['refund.', 'refunds'],
  ['charge.refund', 'refunds'],
  ['charge.dispute.', 'dispute'],
  ['setup_intent.', 'card_setup'],
  ['payment_method.', 'saved_card'],
  ['customer.deleted', 'customer'],
  ['customer.subscription.', 'membership'],
  ['invoice.', 'membership'],
  ['payout.', 'payout'],
]

export function eventEffect(type: string): EventEffect {
  return EFFECTS.find(([start]) => type.startsWith(start))?.[1] ?? 'ignore'
}
