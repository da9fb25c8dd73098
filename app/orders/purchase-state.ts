import { type Order } from '#contract/order.ts'

/**
 * The states of the return page; `given_up` is an order that was paid, and then cancelled by its
 * buyer.
 */
export type PurchaseState = 'booked' | 'unfinished' | 'confirming' | 'gone' | 'given_up' | 'refunded'

/**
 * The state of an order for its buyer. An unpaid order with an open payment page, or whose card was
 * declined, can still be paid. Without either, the money may be on its way as long as the seats are
 * held.
 *
 * @param tellsHolds false if the service does not report holds; then no seats are known to be
 *   released
 */
export function getPurchaseState(order: Order, now: Date, tellsHolds = true): PurchaseState {
  switch (order.status) {
    case 'completed':
    case 'partially_paid':
    case 'partially_refunded':
      return 'booked'
    case 'refunded':
      return 'refunded'
    case 'cancelled':
      return order.completed_at === null ? 'gone' : 'given_up'
    case 'expired':
      return 'gone'
    case 'awaiting_payment': {
      const held = !tellsHolds || (order.held_until !== null && new Date(order.held_until) > now)
      if (!held) return 'gone'
      // Without an open payment page a payment is in progress, unless the last card was declined.
      return order.payment_url || order.last_payment_error ? 'unfinished' : 'confirming'
    }
  }
}

/** The first word of a name, for a greeting: `Dana`. Undefined without a name. */
export function firstName(order: Pick<Order, 'passengers'>): string | undefined {
  return order.passengers[0]?.full_name.trim().split(/\s+/)[0] || undefined
}
