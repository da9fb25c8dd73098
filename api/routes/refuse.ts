import { type Context } from 'hono'
import { type ErrorCode, type FieldErrors } from '#contract/errors.ts'
import { formatDollars } from '../domain/money/money.ts'
import { STAFF_REFUND_LIMIT_CENTS } from '../domain/money/refund-limit.ts'
import { type Refused, refusalReply } from '../http.ts'
import { CHANGE_SENTENCES } from '../services/changes/present-upgrade-quote.ts'
import { membershipProblem } from '../services/promotions/choose-discount.ts'
import { MOVE_SENTENCES } from '../services/moves/present-reschedule-quote.ts'
import { MAINTENANCE_RETRY_SECONDS, MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import { ERASURE_SENTENCES } from '#contract/account.ts'
import { CANCELLATION_SENTENCES } from '../services/orders/present-cancellation.ts'

type Refusal =
  | { status: 401 | 403 | 404 | 409 | 502 | 503; code: ErrorCode; error: string }
  | { status: 429 | 503; code: ErrorCode; error: string; retryAfterSeconds: number }
  | { status: 422; fields: FieldErrors }

/** Every way a service says no, as it is said on the wire. Add a line when a service gets a new reason. */
const refusals = {
  maintenance: {
    status: 503,
    code: 'maintenance',
    error: MAINTENANCE_SENTENCE,
    retryAfterSeconds: MAINTENANCE_RETRY_SECONDS,
  },
  unauthorized: { status: 401, code: 'unauthorized', error: 'Please log in again.' },
  wrong_password: { status: 401, code: 'unauthorized', error: 'The e-mail or the password is not right.' },
  guest_checkout_off: {
    status: 403,
    code: 'forbidden',
    error: 'Buying as a guest is not offered here. Please log in or register.',
  },
  not_found: { status: 404, code: 'not_found', error: 'There is nothing at this address.' },
  reset_token_invalid: {
    status: 404,
    code: 'not_found',
    error: 'Your reset token is either expired or invalid.',
  },
  proof_token_invalid: {
    status: 404,
    code: 'not_found',
    error: 'This link is used up or too old. Log in to have another one sent.',
  },
  proof_needs_password: {
    status: 422,
    fields: { 'user.password': ['This is not the password of this account'] },
  },
  own_password_wrong: { status: 422, fields: { password: ['This is not the password of this account'] } },
  suspended: {
    status: 403,
    code: 'forbidden',
    error: 'This account is suspended. Please ask an admin.',
  },
  not_admin: { status: 403, code: 'forbidden', error: 'You are no admin any more.' },
  staff_oneself: {
    status: 403,
    code: 'forbidden',
    error: 'Nobody does this to themselves. Ask another admin.',
  },
  job_not_failed: { status: 409, code: 'conflict', error: 'This job did not fail, or runs again already.' },
  job_not_waiting: { status: 409, code: 'conflict', error: 'This job does not wait any more.' },
  too_many_invitations: {
    status: 409,
    code: 'conflict',
    error: 'This person was sent five mails within the hour. Please wait before you send another.',
  },
  factor_needless: {
    status: 409,
    code: 'conflict',
    error: 'This account has no role that asks for an app.',
  },
  factor_unproven: {
    status: 409,
    code: 'conflict',
    error: 'Please confirm your e-mail first: it opens what your role may do.',
  },
  factor_set_up: {
    status: 409,
    code: 'conflict',
    error: 'An app is set up for this account already. An admin can take it away.',
  },
  factor_missing: { status: 409, code: 'conflict', error: 'No app is set up for this account yet.' },
  factor_wrong: {
    status: 422,
    fields: { 'second_factor.code': ['This is not the code your app shows now, or it was used already'] },
  },
  factor_locked: {
    status: 429,
    code: 'rate_limited',
    error: 'Too many wrong codes. Please wait a quarter of an hour and try again.',
    retryAfterSeconds: 900,
  },
  mail_not_repeatable: {
    status: 409,
    code: 'conflict',
    error:
      'This mail cannot be sent again: it carried a link of its own, has not left yet, or went to another address than the order’s.',
  },
  too_many_copies: {
    status: 429,
    code: 'rate_limited',
    error: 'This mail was sent several times within an hour already.',
    retryAfterSeconds: 3600,
  },
  old_password_wrong: { status: 422, fields: { old_password: ['This is not the password of this account'] } },
  email_unchanged: { status: 422, fields: { email: ['This is the e-mail of your account already'] } },
  change_unproven: {
    status: 409,
    code: 'conflict',
    error: 'Please confirm your e-mail first. If it is mistyped, register with the right one.',
  },
  email_in_use: {
    status: 409,
    code: 'conflict',
    error:
      'There are bookings or an account with this e-mail already. Write to us, and we put them together.',
  },
  erasure_unproven: { status: 409, code: 'conflict', error: ERASURE_SENTENCES.unproven },
  erasure_staff: { status: 409, code: 'conflict', error: ERASURE_SENTENCES.staff },
  erasure_flight_ahead: { status: 409, code: 'conflict', error: ERASURE_SENTENCES.flightAhead },
  erasure_payment: { status: 409, code: 'conflict', error: ERASURE_SENTENCES.payment },
  erasure_value: { status: 422, fields: { give_up_value: [ERASURE_SENTENCES.value] } },
  email_taken: { status: 422, fields: { 'user.email': ['This email already exists'] } },
  already_proven: { status: 409, code: 'conflict', error: 'Your e-mail is confirmed already.' },
  too_many_links: {
    status: 429,
    code: 'rate_limited',
    error: 'We have sent you several mails already. Please look for them, or try again in an hour.',
    retryAfterSeconds: 3600,
  },
  foreign_redirect_uri: { status: 422, fields: { redirect_uri: ['Must be an address of this shop'] } },
  foreign_prove_email_url: {
    status: 422,
    fields: { prove_email_url: ['Must be an address of this shop'] },
  },
  plan_unknown: { status: 422, fields: { membership_plan_id: [membershipProblem('plan_unknown')] } },
  member_must_log_in: {
    status: 422,
    fields: { membership_plan_id: [membershipProblem('member_must_log_in')] },
  },
  membership_needs_account: {
    status: 409,
    code: 'conflict',
    error: 'Log in or register to join. As a guest you can join together with a flight.',
  },
  already_member: {
    status: 409,
    code: 'conflict',
    error: 'A membership was begun with your e-mail already. Confirm your e-mail to see it.',
  },
  membership_starting: {
    status: 409,
    code: 'conflict',
    error: 'This membership is being started at this moment. Please try again in a minute.',
  },
  membership_over: { status: 409, code: 'conflict', error: 'This membership is over. You can join again.' },
  sold_out: {
    status: 409,
    code: 'sold_out',
    error: 'These seats have just been taken. Please choose another departure.',
  },
  flight_closed: {
    status: 409,
    code: 'flight_closed',
    error: 'Sales for this departure have ended. Please choose another one.',
  },
  brand_unknown: { status: 422, fields: { brand_id: ['There is no such brand'] } },
  departure_unknown: { status: 422, fields: { departure_id: ['There is no such departure'] } },
  not_sold_by_brand: { status: 422, fields: { brand_id: ['This flight is not sold by this brand'] } },
  not_flying_then: { status: 422, fields: { depart_at: ['This departure does not fly at that time'] } },
  too_few: {
    status: 409,
    code: 'sold_out',
    error: 'There is not enough room left for your party on this departure. Please choose another one.',
  },
  too_heavy: {
    status: 409,
    code: 'too_heavy',
    error:
      'Together your party is heavier than this departure can still carry. You have not been charged; please choose another one.',
  },
  passenger_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link is not in use any more. Please ask whoever booked for the new one.',
  },
  order_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link does not open an order any more. The newest mail about it has one that does.',
  },
  photo_too_large: { status: 422, fields: { photo: ['Must be 25 MB at most'] } },
  photo_unreadable: { status: 422, fields: { photo: ['Must be a JPEG, PNG or WebP picture'] } },
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
  foreign_payment_url: { status: 422, fields: { 'payment_link.url': ['Must be an address of this shop'] } },
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
  boarding_closed: {
    status: 409,
    code: 'conflict',
    error: 'People are checked in from six hours before their flight until it has landed.',
  },
  boarding_changed: {
    status: 409,
    code: 'conflict',
    error: 'Somebody else changed this meanwhile. Look how it stands now, and save again.',
  },
  flight_seats_taken: {
    status: 409,
    code: 'conflict',
    error: 'All seats that this party has on this aircraft are checked in. The others fly on another one.',
  },
  flight_not_flown: {
    status: 409,
    code: 'conflict',
    error: 'This flight has not left yet, or was called off.',
  },
  too_many_photos: { status: 409, code: 'conflict', error: 'This flight has two hundred photos already.' },
  passenger_form_closed: {
    status: 409,
    code: 'conflict',
    error: 'Check-in for this flight has begun, or the booking is off. Please speak with our crew.',
  },
  waiver_changed: {
    status: 409,
    code: 'conflict',
    error: 'The waiver was changed while you were reading. Please read the new text and sign once more.',
  },
  link_mailed_already: {
    status: 429,
    code: 'rate_limited',
    error: 'We have just mailed this link. Please wait ten minutes before you send it again.',
    retryAfterSeconds: 600,
  },
  task_done: { status: 409, code: 'conflict', error: 'This task is done already.' },
  quantity_missing: { status: 422, fields: { quantity: ['Please input a quantity'] } },
  not_sold_by_seat: { status: 422, fields: { quantity_type: ['This flight is sold whole only'] } },
  not_sold_whole: { status: 422, fields: { quantity_type: ['This flight is sold by the seat only'] } },
  not_giftable: { status: 422, fields: { fare_id: ['This fare is not sold as a gift card'] } },
  upgrade_unknown: { status: 422, fields: { upgrades: ['This upgrade is not offered with this flight'] } },
  upgrade_twice: { status: 422, fields: { upgrades: ['Each upgrade can be chosen once'] } },
  price_changed: {
    status: 409,
    code: 'price_changed',
    error: 'The price has changed. Please check the new total before you go on.',
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
  promise_run_under_way: {
    status: 409,
    code: 'conflict',
    error: 'The promises are being checked already. Please wait for that run to end.',
  },
  report_group: { status: 422, fields: { by: ['This report cannot be had that way'] } },
  report_span: { status: 422, fields: { to: ['Must be the first day or later, at most ten years on'] } },
  report_too_long: {
    status: 422,
    fields: { to: ['Must be at most 92 days from the first; longer ones are for a run (report_runs)'] },
  },
  email_not_correctable: {
    status: 409,
    code: 'conflict',
    error: 'The e-mail of this order cannot be changed here any more. Please call us.',
  },
  email_confirmed: {
    status: 409,
    code: 'conflict',
    error: 'Somebody has confirmed the address of this order since. Please call us if that was not you.',
  },
  too_many_corrections: {
    status: 409,
    code: 'conflict',
    error: 'The e-mail of this order was changed three times. Please call us.',
  },
  no_receipt_yet: {
    status: 409,
    code: 'conflict',
    error: 'There is a receipt as soon as the order is paid.',
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
  not_paid: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.not_paid },
  already_ended: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.already_ended },
  gift_cards_by_us: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.gift_cards_by_us },
  flight_over: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.flight_over },
  too_late_to_cancel: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.too_late_to_cancel },
  charge_disputed: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.charge_disputed },
  change_not_paid: { status: 409, code: 'conflict', error: CHANGE_SENTENCES.change_not_paid },
  change_ended: { status: 409, code: 'conflict', error: CHANGE_SENTENCES.change_ended },
  change_of_gifts: { status: 409, code: 'conflict', error: CHANGE_SENTENCES.change_of_gifts },
  change_flight_over: { status: 409, code: 'flight_closed', error: CHANGE_SENTENCES.change_flight_over },
  change_closed: { status: 409, code: 'flight_closed', error: CHANGE_SENTENCES.change_closed },
  move_off: { status: 403, code: 'forbidden', error: MOVE_SENTENCES.move_off },
  move_not_paid: { status: 409, code: 'conflict', error: MOVE_SENTENCES.move_not_paid },
  move_ended: { status: 409, code: 'conflict', error: MOVE_SENTENCES.move_ended },
  move_of_gifts: { status: 409, code: 'conflict', error: MOVE_SENTENCES.move_of_gifts },
  move_flight_over: { status: 409, code: 'flight_closed', error: MOVE_SENTENCES.move_flight_over },
  move_called_off: { status: 409, code: 'flight_closed', error: MOVE_SENTENCES.move_called_off },
  move_closed: { status: 409, code: 'flight_closed', error: MOVE_SENTENCES.move_closed },
  move_unknown: { status: 422, fields: { flight_id: [MOVE_SENTENCES.move_unknown] } },
  move_second_seat: { status: 409, code: 'conflict', error: MOVE_SENTENCES.move_second_seat },
  same_flight: { status: 422, fields: { departure_id: [MOVE_SENTENCES.same_flight] } },
  foreign_reschedule_url: {
    status: 422,
    fields: { 'reschedule_link.url': ['Must be an address of this shop'] },
  },
  reschedule_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link is too old, or not complete. Please ask for another one.',
  },
  upgrade_bought: { status: 409, code: 'conflict', error: CHANGE_SENTENCES.upgrade_bought },
  change_returned: {
    status: 409,
    code: 'conflict',
    error:
      'Your payment came, but the order could not be changed any more. The money goes back to your card.',
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
    error: `Staff give back at most ${formatDollars(STAFF_REFUND_LIMIT_CENTS)} of an order. Please ask an admin.`,
  },
  over_credit_limit: {
    status: 403,
    code: 'forbidden',
    error: `Credit for no order: staff give at most ${formatDollars(STAFF_REFUND_LIMIT_CENTS)} in 24 hours, and a customer gets no more than that. Please name the order, or ask an admin.`,
  },
  gift_to_oneself: {
    status: 403,
    code: 'forbidden',
    error: 'Nobody gives themselves a voucher or credit. Please ask an admin.',
  },
  cancellation_changed: {
    status: 409,
    code: 'price_changed',
    error: 'What comes back has changed. Please look at it once more before you cancel.',
  },
  refund_changed: {
    status: 409,
    code: 'price_changed',
    error: 'What would come back has changed. Please look at it once more before you give it back.',
  },
  gift_opened: {
    status: 409,
    code: 'conflict',
    error: 'This gift was opened: it is its recipient’s for good.',
  },
  gift_used: { status: 409, code: 'conflict', error: 'Something of this gift was used already, or is being used right now.' }, // prettier-ignore
  gift_taken_back: { status: 409, code: 'conflict', error: 'This gift was taken back already.' },
  gift_on_paper: {
    status: 409,
    code: 'conflict',
    error: 'This gift is on paper. Take it back to mail it instead.',
  },
  waitlist_has_room: {
    status: 409,
    code: 'conflict',
    error: 'There is room for your party on this departure right now: you can book it.',
  },
  waitlist_over: {
    status: 409,
    code: 'conflict',
    error: 'Sales for this departure end too soon for a waitlist. Please choose another one.',
  },
  waitlist_many: {
    status: 409,
    code: 'conflict',
    error: 'You are waiting for several departures already. Please leave one of those first.',
  },
  offer_too_small: {
    status: 409,
    code: 'conflict',
    error:
      'There is not enough room for a larger party than the one we keep seats for. Those seats are still yours until the time in our mail; you have not been charged.',
  },
  offer_taken: {
    status: 409,
    code: 'conflict',
    error: 'These seats were just taken with the same link. You have not been charged.',
  },
  offer_over: {
    status: 409,
    code: 'conflict',
    error:
      'The time we kept these seats for you is over, and somebody else has them now. You have not been charged.',
  },
  flight_departed: {
    status: 409,
    code: 'flight_closed',
    error: 'This flight has departed and cannot be called off any more.',
  },
  claim_answered: {
    status: 409,
    code: 'conflict',
    error: 'You have chosen already, here or on another device. Below is what counts.',
  },
  claim_over: {
    status: 409,
    code: 'conflict',
    error: 'The time to choose is over. All that you paid is on its way to you as a voucher.',
  },
  claim_changed: {
    status: 409,
    code: 'price_changed',
    error: 'The amount has changed. Please look at it once more before you choose.',
  },
  alternative_gone: {
    status: 409,
    code: 'sold_out',
    error: 'These seats are not kept for you any more. Please choose another time, or look for other times.',
  },
  no_refund: { status: 409, code: 'conflict', error: 'This fare does not give the money back.' },
  no_voucher: { status: 409, code: 'conflict', error: 'There is nothing to put on a voucher.' },
  form_too_quick: {
    status: 409,
    code: 'conflict',
    error: 'That was quicker than we can read. Please press the button once more.',
  },
  form_too_old: {
    status: 409,
    code: 'conflict',
    error:
      'This page was open for a long time. Everything you typed is still here: please press the button once more.',
  },
  contest_closed: {
    status: 409,
    code: 'conflict',
    error: 'This contest is not open. Your entry was not taken; there will be another one.',
  },
  contest_open: {
    status: 409,
    code: 'conflict',
    error: 'This contest is still open. Winners are drawn once it is over.',
  },
  contest_drawn: {
    status: 409,
    code: 'conflict',
    error: 'Nobody is left to draw: all prizes are given, or nobody else entered.',
  },
  newsletter_link_old: {
    status: 404,
    code: 'not_found',
    error: 'This link is too old, or not complete. Sign up once more, and we send another one.',
  },
  conflict: { status: 409, code: 'conflict', error: 'This cannot be done any more.' },
  foreign_set_password_url: {
    status: 422,
    fields: { set_password_url: ['Must be an address of this shop'] },
  },
  draft_too_large: { status: 422, fields: { fields: ['This is more than can be kept'] } },
} satisfies Record<string, Refusal>

/** Reasons that have a sentence; a service's `reason` must be one of them to be answered with `refuse`. */
export type Reason = keyof typeof refusals

/**
 * Answers with the status, code and sentence of a reason.
 *
 * @param more goes into the body beside them (`order_id`, the right `quote`, …); not for 422
 */
export function refuse(c: Context, reason: Reason, more: Record<string, unknown> = {}): Refused {
  const refusal: Refusal = refusals[reason]
  if (refusal.status === 422) return refuseFields(c, refusal.fields)
  const headers: Record<string, string> =
    'retryAfterSeconds' in refusal ? { 'Retry-After': String(refusal.retryAfterSeconds) } : {}
  return refusalReply(c, refusal.status, { ...more, error: refusal.error, code: refusal.code }, headers)
}

/** Answers 422 with field → messages. */
export function refuseFields(c: Context, fields: FieldErrors): Refused {
  return refusalReply(c, 422, fields)
}
