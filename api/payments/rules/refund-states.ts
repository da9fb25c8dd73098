export type RefundState = 'created' | 'pending' | 'succeeded' | 'failed'

const STEPS: readonly RefundState[] = ['created', 'pending', 'succeeded', 'failed']

/**
 * A refund only moves forward: `created → pending → succeeded → failed`, possibly skipping states.
 * An older state that arrives late changes nothing; a bank may reject a refund that had succeeded.
 */
export function canTransitionRefund(from: RefundState, to: RefundState): boolean {
  return STEPS.indexOf(to) > STEPS.indexOf(from)
}

/**
 * Converts the provider's state of a refund to ours
 * (https://docs.stripe.com/api/refunds/object#refund_object-status).
 */
export function toRefundState(status: string | null): RefundState {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
