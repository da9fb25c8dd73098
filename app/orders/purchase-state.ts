import { type Order } from '#contract/order.ts'

/**
 * What the return page has to say; `given_up` is an order that was paid, then cancelled by its
 * buyer.
 */
export type PurchaseState = 'booked' | 'unfinished' | 'confirming' | 'gone' | 'given_up' | 'refunded'

/**
 * Where an order stands for the person who made it. An unpaid order with an open payment page can
 * still be finished, and one whose card failed; without either the money may be on its way, as long
 * as the seats are kept.
 *
 * @param tellsHolds false where the service does not say whether it keeps seats: then nothing is
 *   known to be gone
 */
export function getPurchaseState(order: Order, now: Date, tellsHolds = true): PurchaseState {
  switch (order.status) {
    case 'completed':
    case 'partially_refunded':
      return 'booked'
    case 'refunded':
      return 'refunded'
    case 'cancelled':
      return order.completed_at === null ? 'gone' : 'given_up'
    case 'expired':
      return 'gone'
    case 'partially_paid':
      return 'confirming'
    case 'awaiting_payment': {
      const held = !tellsHolds || (order.held_until !== null && new Date(order.held_until) > now)
      if (!held) return 'gone'
      // Without a page to go on to, a payment is on its way, unless the last card is known to have
      // failed.
      return order.payment_url || order.last_payment_error ? 'unfinished' : 'confirming'
    }
  }
}

/** The first word of a name, for a greeting: `Dana`. Undefined where nobody was named. */
export function firstName(order: Pick<Order, 'passengers'>): string | undefined {
  return order.passengers[0]?.full_name.trim().split(/\s+/)[0] || undefined
}
