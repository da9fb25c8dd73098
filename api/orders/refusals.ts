import { MAINTENANCE_RETRY_SECONDS, MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import { CANCELLATION_SENTENCES } from './present-cancellation.ts'
import { createFieldFinder, createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { seatRefusals } from '../seats/refusals.ts'
import { pricingRefusals } from '../pricing/refusals.ts'
import { waitlistRefusals } from '../waitlist/refusals.ts'
import { giftRefusals } from '../gifts/refusals.ts'
import { tenderRefusals } from '../tenders/refusals.ts'
import { paymentRefusals } from '../payments/refusals.ts'

/** Ordering, cancelling and the documents of an order. */
const orderRefusals = {
  not_author: {
    status: 403,
    code: 'forbidden',
    error: 'Only who wrote a note changes or deletes it, or an admin.',
  },
  staff_set_prices: { status: 403, code: 'forbidden', error: 'Only staff set another price.' },
  price_for_oneself: {
    status: 403,
    code: 'forbidden',
    error: 'Nobody sets a lower price for themselves. Please ask an admin.',
  },
  staff_price_without_customer: {
    status: 422,
    fields: { staff_price: ['Staff set a price for a customer, at the counter or on the phone'] },
  },
  maintenance: {
    status: 503,
    code: 'maintenance',
    error: MAINTENANCE_SENTENCE,
    retryAfterSeconds: MAINTENANCE_RETRY_SECONDS,
  },
  finished_elsewhere: {
    status: 409,
    code: 'finished_elsewhere',
    error: 'This booking was finished on your other device. Its confirmation is in your mail.',
  },
  resume_unknown: {
    status: 404,
    code: 'not_found',
    error: 'This code is not right, was used already or is older than a day.',
  },
  foreign_resume_url: { status: 422, fields: { resume_url: ['Must be an address of this shop'] } },
  reminder_needs_email: { status: 422, fields: { email: ['This field is required'] } },
  draft_too_large: { status: 422, fields: { fields: ['This is more than can be kept'] } },
  already_ended: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.already_ended },
  gift_cards_by_us: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.gift_cards_by_us },
  flight_over: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.flight_over },
  too_late_to_cancel: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.too_late_to_cancel },
  cancellation_changed: {
    status: 409,
    code: 'price_changed',
    error: 'What comes back has changed. Please look at it once more before you cancel.',
  },
  receipt_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link does not open a receipt any more. Log in to see it.',
  },
  order_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link does not open an order any more. The newest mail about it has one that does.',
  },
  no_receipt_yet: {
    status: 409,
    code: 'conflict',
    error: 'There is a receipt as soon as the order is paid.',
  },
  mail_not_repeatable: {
    status: 409,
    code: 'conflict',
    error:
      'This mail cannot be sent again: it carried a link of its own, has not left yet, or went ' +
      'to another address than the order’s.',
  },
  too_many_copies: {
    status: 429,
    code: 'rate_limited',
    error: 'This mail was sent several times within an hour already.',
    retryAfterSeconds: 3600,
  },
} satisfies Record<string, Refusal>

const refusals = {
  ...seatRefusals,
  ...pricingRefusals,
  ...waitlistRefusals,
  ...giftRefusals,
  ...tenderRefusals,
  ...paymentRefusals,
  ...orderRefusals,
}

export const refuse = createRefuse(refusals)

/** The fields that a reason is about; undefined where it is about none. */
export const findReasonFields = createFieldFinder(refusals)
