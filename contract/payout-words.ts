import { type PayoutLineKind } from './payout.ts'

/** The kinds of a payout's movements, as staff read them on its page and in reports. */
export const PAYOUT_LINE_WORDS: Readonly<Record<PayoutLineKind, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  refund_failure: 'Refund that came back',
  dispute: 'Dispute',
  payout_failure: 'Payout sent back',
  fee: 'Fee',
  hold: 'Held back, or no longer',
  other: 'Other',
}
