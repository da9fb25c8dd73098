export const payoutStates = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export type PayoutState = (typeof payoutStates)[number]

export const payoutLineKinds = [
  'payment',
  'refund',
  'refund_failure',
  'dispute',
  'payout_failure',
  'fee',
  'hold',
  'other',
] as const
export type PayoutLineKind = (typeof payoutLineKinds)[number]

/**
 * By the provider's type of a balance transaction:
 * https://docs.stripe.com/reports/balance-transaction-types.
 */
const KINDS: Readonly<Record<string, PayoutLineKind>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failure',
  payment_failure_refund: 'refund_failure',
  payout_failure: 'payout_failure',
  payout_cancel: 'payout_failure',
  stripe_fee: 'fee',
  tax_fee: 'fee',
  stripe_fx_fee: 'fee',
  payout_minimum_balance_hold: 'hold',
  payout_minimum_balance_release: 'hold',
  payment_network_reserve_hold: 'hold',
  payment_network_reserve_release: 'hold',
  reserve_hold: 'hold',
  reserve_release: 'hold',
}

/**
 * The kind of a balance movement. An adjustment belongs to a dispute when its source is one
 * (`dp_…`, `du_…`).
 */
export function payoutLineKind(type: string, source: string | null): PayoutLineKind {
  if (type === 'adjustment' && /^d[pu]_/.test(source ?? '')) return 'dispute'
  return KINDS[type] ?? 'other'
}

/** An unknown state of the provider counts as `pending`. */
export const toPayoutState = (status: string): PayoutState =>
  payoutStates.find((state) => state === status) ?? 'pending'

/** True when the money never reached the bank, or came back from it. */
export const hasReturned = (state: PayoutState): boolean => state === 'failed' || state === 'canceled'

/** The provider's fees in cents: what it kept of each movement, and fees on their own. */
export function getProviderFees(
  lines: readonly { kind: PayoutLineKind; amountCents: number; feeCents: number }[],
): number {
  return lines.reduce(
    (sum, { kind, amountCents, feeCents }) => sum + feeCents - (kind === 'fee' ? amountCents : 0),
    0,
  )
}
