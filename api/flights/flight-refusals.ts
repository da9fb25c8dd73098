import { type Refusal } from '../http/refusal.ts'

/** Passengers, their flight, and gifts on their way to them. */
export const flyingRefusals = {
  passenger_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link is not in use any more. Please ask whoever booked for the new one.',
  },
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
  photo_too_large: { status: 422, fields: { photo: ['Must be 25 MB at most'] } },
  photo_unreadable: { status: 422, fields: { photo: ['Must be a JPEG, PNG or WebP picture'] } },
  too_many_photos: { status: 409, code: 'conflict', error: 'This flight has two hundred photos already.' },
  flight_not_flown: {
    status: 409,
    code: 'conflict',
    error: 'This flight has not left yet, or was called off.',
  },
  passenger_flown: {
    status: 409,
    code: 'conflict',
    error: 'This flight has left or was called off: names and weights stay as they are.',
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
  gift_opened: {
    status: 409,
    code: 'conflict',
    error: 'This gift was opened: it is its recipient’s for good.',
  },
  gift_used: {
    status: 409,
    code: 'conflict',
    error: 'Something of this gift was used already, or is being used right now.',
  },
  gift_taken_back: { status: 409, code: 'conflict', error: 'This gift was taken back already.' },
  gift_on_paper: {
    status: 409,
    code: 'conflict',
    error: 'This gift is on paper. Take it back to mail it instead.',
  },
} satisfies Record<string, Refusal>
