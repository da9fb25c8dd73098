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
  task_done: { status: 409, code: 'conflict', error: 'This task is done already.' },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(flightRefusals)
