import { formatDollars } from '../rules/money/money.ts'
import { STAFF_REFUND_LIMIT_CENTS } from '../rules/refunds/refund-limit.ts'
import { type Refusal } from '../http/refusal.ts'

/** Refusals of payments and refunds. */
export const paymentRefusals = {
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
    // This order can never be paid again, but another order may be tried at once.
    retryAfterSeconds: 3600,
  },
  payment_provider_unavailable: {
    status: 503,
    code: 'payment_provider_unavailable',
    error: 'The payment service does not answer. You were not charged twice; please try again in a moment.',
  },
  order_expired: {
    status: 409,
    code: 'order_expired',
    error:
      'Your seats were kept until the time shown and are free again. Please choose your flight once more.',
  },
  no_receipt_yet: {
    status: 409,
    code: 'conflict',
    error: 'There is a receipt as soon as the order is paid.',
  },
  nothing_left: {
    status: 409,
    code: 'conflict',
    error: 'Everything of this order has been given back already.',
  },
  gift_cards_spent: {
    status: 409,
    code: 'conflict',
    error: 'A gift card of this order was used, or is being used right now. It cannot come back.',
  },
  slip_taken: {
    status: 409,
    code: 'conflict',
    error: 'This slip has paid another order just now. Nothing was written for this one.',
  },
  over_refund_limit: {
    status: 403,
    code: 'forbidden',
    error:
      `Staff give back at most ${formatDollars(STAFF_REFUND_LIMIT_CENTS)} of an order. Please ` +
      'ask an admin.',
  },
  over_credit_limit: {
    status: 403,
    code: 'forbidden',
    error:
      `Credit for no order: staff give at most ${formatDollars(STAFF_REFUND_LIMIT_CENTS)} in 24 ` +
      'hours, and a customer gets no more than that. Please name the order, or ask an admin.',
  },
  gift_to_oneself: {
    status: 403,
    code: 'forbidden',
    error: 'Nobody gives themselves a voucher or credit. Please ask an admin.',
  },
  refund_changed: {
    status: 409,
    code: 'price_changed',
    error: 'What would come back has changed. Please look at it once more before you give it back.',
  },
  drawer_closed: {
    status: 409,
    code: 'conflict',
    error: 'You have no open drawer. Open one and count what lies in it first.',
  },
  handed_out_already: {
    status: 409,
    code: 'conflict',
    error: 'Somebody else has handed this refund out already. Please give nothing more.',
  },
  foreign_payment_url: { status: 422, fields: { url: ['Must be an address of this shop'] } },
  payment_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link is too old, or not complete. Please call us for another one.',
  },
  payment_link_over: {
    status: 409,
    code: 'order_expired',
    error:
      'This booking was cancelled and nothing was charged. Please call us, or choose your flight once more.',
  },
} satisfies Record<string, Refusal>
