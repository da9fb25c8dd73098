/** The states of an order (contract: order.status). */
export type OrderState =
  | 'awaiting_payment'
  | 'partially_paid'
  | 'completed'
  | 'partially_refunded'
  | 'refunded'
  | 'cancelled'
  | 'expired'

/**
 * The allowed changes. `expired → completed` is a late payment for seats that were still free; when
 * they are taken, the money is refunded and the order is cancelled. `cancelled` and `refunded` are
 * final.
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

/** True when no change leads out of this state. */
export function isTerminal(state: OrderState): boolean {
  return orderTransitions[state].length === 0
}

/** The facts that decide whether an unpaid order is still alive. */
export interface UnpaidOrder {
  status: OrderState
  /** When its hold ends; null when its seats were released. */
  heldUntil: Date | null
  /** A payment is open at the provider: the order lives until it is closed, also after the hold. */
  paymentOpen: boolean
}

/**
 * The displayed status: an unpaid order is expired as soon as its hold has ended, also before
 * anything has written that state.
 */
export function shownStatus(order: UnpaidOrder, now: Date): OrderState {
  if (order.status !== 'awaiting_payment' || order.paymentOpen) return order.status
  return order.heldUntil !== null && order.heldUntil > now ? 'awaiting_payment' : 'expired'
}
