export type RefundState = 'created' | 'pending' | 'succeeded' | 'failed'

const STEPS: readonly RefundState[] = ['created', 'pending', 'succeeded', 'failed']

/**
 * A refund only moves on: `created → pending → succeeded → failed`, skipping what never was. News
 * that was read earlier and comes later changes nothing; a bank may send a refund back that had
 * succeeded.
 */
export function canTransitionRefund(from: RefundState, to: RefundState): boolean {
  return STEPS.indexOf(to) > STEPS.indexOf(from)
}

/**
 * The provider's word for it in ours
 * (https://docs.stripe.com/api/refunds/object#refund_object-status).
 */
export function toRefundState(status: string | null): RefundState {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
