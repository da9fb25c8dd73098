export type AttemptState = 'created' | 'open' | 'succeeded' | 'failed' | 'canceled'

/**
 * Where an attempt may go. `succeeded` is final; money that shows up at the provider for a closed
 * attempt makes it succeed after all, because the provider is right about money.
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
 * The provider's idempotency key of one step. A declined confirmation is stored under its key, so
 * each new card gets the next try's key on the same intent.
 */
export function getAttemptIdempotencyKey(orderId: number, attemptNo: number, step: AttemptStep): string {
  const name = step.kind === 'create' ? 'create' : `${step.kind}${String(step.try)}`
  return `ord:${String(orderId)}:a${String(attemptNo)}:${name}`
}

/**
 * The provider keeps a key for 24 hours at least; the hour less is for clocks and for calls under
 * way.
 */
const KEY_KEPT_MS = 23 * 3_600_000

/**
 * True while the provider surely still knows the keys of a row made then, so that the same call
 * again happens once.
 */
export const isKeyStillValid = (createdAt: Date, now: Date) =>
  now.getTime() - createdAt.getTime() < KEY_KEPT_MS

/** What we asked for, against which the provider's object is held. */
export interface ExpectedPayment {
  orderId: number
  attemptNo: number
  amountCents: number
  currency: string
}

/** The provider's object, read just now, in our words. */
export interface ProviderPaymentFacts {
  status: 'paid' | 'open' | 'processing' | 'requires_action' | 'closed'
  /** Received when paid, asked for otherwise. */
  amountCents: number
  currency: string
  metadata: Record<string, string>
}

export type PaymentVerdict = 'wait' | 'paid' | 'closed' | 'wrong_amount' | 'not_ours'

/**
 * What a fresh read of the provider's object means for the attempt. Never trusts the object's word
 * on whose it is.
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
