/** Where an order can stand (contract: order.status). */
export type OrderState =
  | 'awaiting_payment'
  | 'partially_paid'
  | 'completed'
  | 'partially_refunded'
  | 'refunded'
  | 'cancelled'
  | 'expired'

/**
 * Every allowed change. `expired → completed` is money that arrived late for seats that were still
 * free; when they are not, the money goes back and the order is cancelled. `cancelled` and
 * `refunded` are the end.
 */
export const orderTransitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  awaiting_payment: ['partially_paid', 'completed', 'cancelled', 'expired'],
  partially_paid: ['completed', 'partially_refunded', 'refunded', 'cancelled'],
  completed: ['partially_refunded', 'refunded', 'cancelled'],
  partially_refunded: ['refunded', 'cancelled'],
  refunded: [],
  cancelled: [],
  expired: ['completed', 'cancelled'],
}

/** True when an order may go from one state to the other in one step. */
export function canTransition(from: OrderState, to: OrderState): boolean {
  return orderTransitions[from].includes(to)
}

/** True when nothing leads on from this state. */
export function isTerminal(state: OrderState): boolean {
  return orderTransitions[state].length === 0
}

/** What decides whether an unpaid order is still alive. */
export interface UnpaidOrder {
  status: OrderState
  /** The end of its hold, null when its seats were given back. */
  heldUntil: Date | null
  /**
   * A payment is open at the provider: the order lives until that is closed, whatever the clock
   * says.
   */
  paymentOpen: boolean
}

/**
 * The status as it is shown: an unpaid order whose hold has lapsed is expired from that moment on,
 * also before anything has written so.
 */
export function shownStatus(order: UnpaidOrder, now: Date): OrderState {
  if (order.status !== 'awaiting_payment' || order.paymentOpen) return order.status
  return order.heldUntil !== null && order.heldUntil > now ? 'awaiting_payment' : 'expired'
}
