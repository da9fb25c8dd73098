import { GUEST_SENTENCES } from './added-guests/present-guest-quote.ts'
import { CHANGE_SENTENCES } from './present-upgrade-quote.ts'
import { RESCHEDULE_SENTENCES, STAFF_SENTENCES } from './present-reschedule-quote.ts'
import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { seatRefusals } from '../seats/refusals.ts'
import { pricingRefusals } from '../pricing/refusals.ts'
import { tenderRefusals } from '../tenders/refusals.ts'
import { paymentRefusals } from '../payments/refusals.ts'
import { staffSalesRefusals } from '../staff-sales/refusals.ts'

/** Upgrades, guests and other flights for an order that is paid. */
const rescheduleRefusals = {
  change_not_paid: {
    status: 409,
    code: 'conflict',
    error: 'This order is not paid yet. It can be changed once it is.',
  },
  change_ended: { status: 409, code: 'conflict', error: CHANGE_SENTENCES.change_ended },
  change_of_gifts: {
    status: 409,
    code: 'conflict',
    error: 'Gift cards have no flight yet that something can be added to.',
  },
  change_flight_over: { status: 409, code: 'flight_closed', error: CHANGE_SENTENCES.change_flight_over },
  change_closed: { status: 409, code: 'flight_closed', error: CHANGE_SENTENCES.change_closed },
  change_returned: {
    status: 409,
    code: 'conflict',
    error:
      'Your payment came, but the order could not be changed any more. The money goes back to your card.',
  },
  guests_still_due: { status: 409, code: 'conflict', error: GUEST_SENTENCES.guests_still_due },
  guests_flight_unknown: { status: 422, fields: { flight_id: [GUEST_SENTENCES.guests_flight_unknown] } },
  guests_not_sold: { status: 409, code: 'conflict', error: GUEST_SENTENCES.guests_not_sold },
  guests_full: { status: 409, code: 'sold_out', error: GUEST_SENTENCES.guests_full },
  guests_too_heavy: { status: 409, code: 'too_heavy', error: GUEST_SENTENCES.guests_too_heavy },
  upgrade_bought: { status: 409, code: 'conflict', error: CHANGE_SENTENCES.upgrade_bought },
  move_off: { status: 403, code: 'forbidden', error: RESCHEDULE_SENTENCES.move_off },
  move_not_paid: { status: 409, code: 'conflict', error: RESCHEDULE_SENTENCES.move_not_paid },
  move_ended: { status: 409, code: 'conflict', error: RESCHEDULE_SENTENCES.move_ended },
  move_of_gifts: { status: 409, code: 'conflict', error: RESCHEDULE_SENTENCES.move_of_gifts },
  move_flight_over: { status: 409, code: 'flight_closed', error: RESCHEDULE_SENTENCES.move_flight_over },
  move_called_off: { status: 409, code: 'flight_closed', error: RESCHEDULE_SENTENCES.move_called_off },
  move_closed: { status: 409, code: 'flight_closed', error: RESCHEDULE_SENTENCES.move_closed },
  move_still_due: { status: 409, code: 'conflict', error: RESCHEDULE_SENTENCES.move_still_due },
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
} satisfies Record<string, Refusal>

const refusals = {
  ...seatRefusals,
  ...pricingRefusals,
  ...tenderRefusals,
  ...paymentRefusals,
  ...staffSalesRefusals,
  ...rescheduleRefusals,
}

export const refuse = createRefuse(refusals)

/** In words for staff, who move a flight for its buyer. */
export const refuseStaff = createRefuse({
  ...refusals,
  move_closed: { ...refusals.move_closed, error: STAFF_SENTENCES.move_closed },
  move_second_seat: { ...refusals.move_second_seat, error: STAFF_SENTENCES.move_second_seat },
})
