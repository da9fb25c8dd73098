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

export type AttemptStep = { kind: 'create' } | { kind: 'method' | 'confirm'; try: number }

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
export interface ExpectedPayment {
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

export type PaymentVerdict = 'wait' | 'paid' | 'closed' | 'wrong_amount' | 'not_ours'

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
