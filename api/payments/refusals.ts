import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { seatRefusals } from '../seats/refusals.ts'
import { giftRefusals } from '../gifts/refusals.ts'
import { tenderRefusals } from '../tenders/refusals.ts'

/** Paying for an order, and giving back. */
export const paymentRefusals = {
  not_paid: {
    status: 409,
    code: 'conflict',
    error: 'This order is not paid: there is nothing to give back.',
  },
  charge_disputed: {
    status: 409,
    code: 'conflict',
    error: 'The payer disputes this payment with their bank: it cannot be refunded.',
  },
  already_paid: { status: 409, code: 'already_paid', error: 'This order is already paid.' },
  payment_in_progress: {
    status: 409,
    code: 'payment_in_progress',
    error: 'A payment for this order is under way. Please try again in a moment.',
  },
  card_in_progress: {
    status: 409,
    code: 'payment_in_progress',
    error: 'This card is being saved. Please try again in a moment.',
  },
  too_many_cards: {
    status: 429,
    code: 'rate_limited',
    error: 'Too many cards were tried for this order. Please choose your flight once more.',
    // Another order may be tried at once; this one never.
    retryAfterSeconds: 3600,
  },
  nothing_left: {
    status: 409,
    code: 'conflict',
    error: 'Everything of this order has been given back already.',
  },
  refund_changed: {
    status: 409,
    code: 'price_changed',
    error: 'What would come back has changed. Please look at it once more before you give it back.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse({
  ...seatRefusals,
  ...giftRefusals,
  ...tenderRefusals,
  ...paymentRefusals,
})
