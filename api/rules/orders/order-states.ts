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
 * The allowed changes. `expired → completed` or `partially_paid` is a late payment for seats that were
 * still free; when they are taken, the money is refunded and the order is cancelled. `cancelled` and
 * `refunded` are final. An order paid in part is completed before a part of it can be refunded.
 */
export const orderTransitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  awaiting_payment: ['partially_paid', 'completed', 'cancelled', 'expired'],
  partially_paid: ['completed', 'refunded', 'cancelled'],
  completed: ['partially_refunded', 'refunded', 'cancelled'],
  partially_refunded: ['refunded', 'cancelled'],
  refunded: [],
  cancelled: [],
  expired: ['partially_paid', 'completed', 'cancelled'],
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
interface UnpaidOrder {
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

export type AttemptState = 'created' | 'open' | 'succeeded' | 'failed' | 'canceled'

/**
 * The allowed next states of an attempt. `succeeded` is final. When money arrives at the provider
 * for a closed attempt, the attempt succeeds after all, because the provider knows what was paid.
 */
const NEXT: Record<AttemptState, readonly AttemptState[]> = {
  created: ['open', 'succeeded', 'failed', 'canceled'],
  open: ['succeeded', 'failed', 'canceled'],
  failed: ['succeeded'],
  canceled: ['succeeded'],
  succeeded: [],
}

export function canTransitionAttempt(from: AttemptState, to: AttemptState): boolean {
  return NEXT[from].includes(to)
}

export const isAttemptOpen = (state: AttemptState) => state === 'created' || state === 'open'

type AttemptStep = { kind: 'create' } | { kind: 'method' | 'confirm'; try: number }

/**
 * The provider's idempotency key of one step. The provider stores a declined confirmation under its
 * key, so each new card gets a new key on the same payment intent.
 */
export function getAttemptIdempotencyKey(orderId: number, attemptNo: number, step: AttemptStep): string {
  const name = step.kind === 'create' ? 'create' : `${step.kind}${String(step.try)}`
  return `ord:${String(orderId)}:a${String(attemptNo)}:${name}`
}

/**
 * The provider keeps a key for at least 24 hours. One hour less allows for wrong clocks and calls
 * in progress.
 */
const KEY_KEPT_MS = 23 * 3_600_000

/**
 * True while the provider certainly still knows the keys of a row created then, so that a repeated
 * call has no second effect.
 */
export const isKeyStillValid = (createdAt: Date, now: Date) =>
  now.getTime() - createdAt.getTime() < KEY_KEPT_MS

/** The requested payment, to compare with the provider's object. */
interface ExpectedPayment {
  orderId: number
  attemptNo: number
  amountCents: number
  currency: string
}

/** The provider's object, read just now, in our terms. */
export interface ProviderPaymentFacts {
  status: 'paid' | 'open' | 'processing' | 'requires_action' | 'closed'
  /** The received amount when it is paid, otherwise the requested amount. */
  amountCents: number
  currency: string
  metadata: Record<string, string>
}

type PaymentVerdict = 'wait' | 'paid' | 'closed' | 'wrong_amount' | 'not_ours'

/**
 * Decides what a fresh read of the provider's object means for the attempt. It does not trust the
 * order id in that object.
 */
export function judgePayment(expected: ExpectedPayment, seen: ProviderPaymentFacts): PaymentVerdict {
  const ours =
    seen.metadata['order_id'] === String(expected.orderId) &&
    seen.metadata['attempt'] === String(expected.attemptNo)
  if (!ours) return 'not_ours'
  if (seen.status === 'closed') return 'closed'
  if (seen.status !== 'paid') return 'wait'
  const asked = seen.amountCents === expected.amountCents && seen.currency === expected.currency
  return asked ? 'paid' : 'wrong_amount'
}

/**
 * What pays beside a card, as the payer chose it. The payment attempt stores it as plain values.
 */
export interface TenderChoice {
  /** In the order they are used. */
  giftCardIds: number[]
  voucherIds: number[]
  /** The most account credit to use, in cents; 0 for none. */
  creditCents: number
}

export const NO_TENDERS: TenderChoice = { giftCardIds: [], voucherIds: [], creditCents: 0 }

export const hasTenders = ({ giftCardIds, voucherIds, creditCents }: TenderChoice) =>
  giftCardIds.length > 0 || voucherIds.length > 0 || creditCents > 0
