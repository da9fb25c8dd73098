import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'

/** Refusals of flights, photos and staff tasks. */
const flightRefusals = {
  photo_too_large: { status: 422, fields: { photo: ['Must be 25 MB at most'] } },
  photo_unreadable: { status: 422, fields: { photo: ['Must be a JPEG, PNG or WebP picture'] } },
  too_many_photos: { status: 409, code: 'conflict', error: 'This flight has two hundred photos already.' },
  flight_not_flown: {
    status: 409,
    code: 'conflict',
    error: 'This flight has not left yet, or was called off.',
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
  no_show_used: {
    status: 409,
    code: 'conflict',
    error: 'They have used what they got as a no-show. It stays; settle it on the page of the order.',
  },
  manifest_settled: {
    status: 409,
    code: 'conflict',
    error: 'This flight has left or was called off: its manifest stays as it is.',
  },
  manifest_changed: {
    status: 409,
    code: 'changed_meanwhile',
    error: 'The manifest changed meanwhile. Look how it is now, and accept it again.',
  },
  without_cabin: {
    status: 409,
    code: 'conflict',
    error: 'The type of this aircraft has no cabin yet. Enter its rows in the catalogue first.',
  },
  seating_settled: {
    status: 409,
    code: 'conflict',
    error: 'This flight has left or was called off: its seats stay as they are.',
  },
  seating_changed: {
    status: 409,
    code: 'changed_meanwhile',
    error: 'Somebody else changed the seats meanwhile. Look how they are now, and save again.',
  },
  unknown_seat: { status: 422, fields: { seats: ['This aircraft has no such seat'] } },
  seat_twice: { status: 422, fields: { seats: ['Only one person can sit on a seat'] } },
  not_on_board: {
    status: 422,
    fields: { seats: ['Somebody you gave a seat does not fly on this flight any more'] },
  },
  too_many_seats: {
    status: 422,
    fields: { seats: ['Give each person one seat, and two only to those who need a second seat'] },
  },
  seats_apart: {
    status: 422,
    fields: { seats: ['A second seat must be beside the first one, in the same row'] },
  },
  front_too_young: {
    status: 422,
    fields: {
      seats: [
        'Somebody beside the pilot is of a passenger type that may be too young for it. ' +
          'Give that seat to somebody older.',
      ],
    },
  },
  front_too_heavy: {
    status: 422,
    fields: {
      seats: [
        'Somebody beside the pilot weighs more than one person may there. ' +
          'Give that seat to somebody lighter.',
      ],
    },
  },
  front_second_seat: {
    status: 422,
    fields: {
      seats: ['Whoever needs a second seat cannot sit beside the pilot. Choose another row for them.'],
    },
  },
  roster_changed: {
    status: 409,
    code: 'changed_meanwhile',
    error: 'Other flights lose their pilot by now than you saw. Look at them, and save again.',
  },
  outage_changed: {
    status: 409,
    code: 'changed_meanwhile',
    error: 'Other flights are hit by now than you saw. Look at them, and save again.',
  },
  no_such_aircraft: { status: 422, fields: { aircraft_id: ['There is no such thing'] } },
  absence_over: { status: 422, fields: { until_date: ['These days are over already'] } },
  task_done: { status: 409, code: 'conflict', error: 'This task is done already.' },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(flightRefusals)
