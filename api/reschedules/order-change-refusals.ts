import { CHANGE_SENTENCES } from './present-upgrade-quote.ts'
import { RESCHEDULE_SENTENCES } from './present-reschedule-quote.ts'
import { CANCELLATION_SENTENCES } from '../orders/present-cancellation.ts'
import { type Refusal } from '../http/refusal.ts'

/** Refusals of cancellations, order changes, reschedules and cancelled departures. */
export const orderChangeRefusals = {
  not_paid: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.not_paid },
  already_ended: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.already_ended },
  gift_cards_by_us: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.gift_cards_by_us },
  flight_over: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.flight_over },
  too_late_to_cancel: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.too_late_to_cancel },
  charge_disputed: { status: 409, code: 'conflict', error: CANCELLATION_SENTENCES.charge_disputed },
  cancellation_changed: {
    status: 409,
    code: 'price_changed',
    error: 'What comes back has changed. Please look at it once more before you cancel.',
  },
  change_not_paid: { status: 409, code: 'conflict', error: CHANGE_SENTENCES.change_not_paid },
  change_ended: { status: 409, code: 'conflict', error: CHANGE_SENTENCES.change_ended },
  change_of_gifts: { status: 409, code: 'conflict', error: CHANGE_SENTENCES.change_of_gifts },
  change_flight_over: { status: 409, code: 'flight_closed', error: CHANGE_SENTENCES.change_flight_over },
  change_closed: { status: 409, code: 'flight_closed', error: CHANGE_SENTENCES.change_closed },
  change_returned: {
    status: 409,
    code: 'conflict',
    error:
      'Your payment came, but the order could not be changed any more. The money goes back to your card.',
  },
  upgrade_bought: { status: 409, code: 'conflict', error: CHANGE_SENTENCES.upgrade_bought },
  move_off: { status: 403, code: 'forbidden', error: RESCHEDULE_SENTENCES.move_off },
  move_not_paid: { status: 409, code: 'conflict', error: RESCHEDULE_SENTENCES.move_not_paid },
  move_ended: { status: 409, code: 'conflict', error: RESCHEDULE_SENTENCES.move_ended },
  move_of_gifts: { status: 409, code: 'conflict', error: RESCHEDULE_SENTENCES.move_of_gifts },
  move_flight_over: { status: 409, code: 'flight_closed', error: RESCHEDULE_SENTENCES.move_flight_over },
  move_called_off: { status: 409, code: 'flight_closed', error: RESCHEDULE_SENTENCES.move_called_off },
  move_closed: { status: 409, code: 'flight_closed', error: RESCHEDULE_SENTENCES.move_closed },
  move_unknown: { status: 422, fields: { flight_id: [RESCHEDULE_SENTENCES.move_unknown] } },
  move_second_seat: { status: 409, code: 'conflict', error: RESCHEDULE_SENTENCES.move_second_seat },
  same_flight: { status: 422, fields: { departure_id: [RESCHEDULE_SENTENCES.same_flight] } },
  foreign_reschedule_url: {
    status: 422,
    fields: { url: ['Must be an address of this shop'] },
  },
  reschedule_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link is too old, or not complete. Please ask for another one.',
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
} satisfies Record<string, Refusal>
