import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'

/** What passengers give, and their links. */
const passengerRefusals = {
  passenger_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link is not in use any more. Please ask whoever booked for the new one.',
  },
  passenger_form_closed: {
    status: 409,
    code: 'conflict',
    error: 'This flight has left, or the booking is off. Please speak with our crew.',
  },
  passenger_checked_in: {
    status: 409,
    code: 'conflict',
    error: 'You are checked in, so your name and weight stand. Please tell our crew what is wrong.',
  },
  party_link_ended: {
    status: 404,
    code: 'not_found',
    error: 'This link has ended. It works until the flight leaves, while the booking stands.',
  },
  seat_picked: {
    status: 409,
    code: 'conflict',
    error: 'Somebody else took this one. Please pick from those that are left.',
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
  passenger_flown: {
    status: 409,
    code: 'conflict',
    error: 'This flight has left or was called off: names and weights stay as they are.',
  },
  passenger_changed: {
    status: 409,
    code: 'changed_meanwhile',
    error: 'Somebody else changed this meanwhile. Look how it is now, and save again.',
  },
  weight_only: {
    status: 403,
    code: 'forbidden',
    error: 'A pilot corrects weights; names and who stays home are the desk’s.',
  },
  booking_over: {
    status: 409,
    code: 'conflict',
    error: 'This passenger has no seat any more: it was given back, or the order has ended.',
  },
  seat_still_sold: {
    status: 409,
    code: 'conflict',
    error: 'Everybody of this party has a seat. Refund the seat, and say there who stays home.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(passengerRefusals)
