import { type FormShape } from '../../ui/form/form-shape.ts'

/** The choice of a flight's pilot; one form on its page, and one in each row of the day. */
export const PILOT_SHAPE = { id: 'pilot', labels: { pilot_id: 'Pilot' } } as const satisfies FormShape

/** A flight with the pilot whom the page shows: `12.7`, or `12.0` without one. */
export const flightSeen = ({ id, pilot_id: pilot }: { id: number; pilot_id: number | null }): string =>
  `${String(id)}.${String(pilot ?? 0)}`

/** Another pilot for a flight that has one; one form for the whole day. */
export const OTHER_PILOT_SHAPE = {
  id: 'other-pilot',
  labels: { flight: 'Flight', pilot_id: 'Pilot' },
  fieldId: (name: string) => `other-${name}`,
} as const satisfies FormShape

/** The check-in of a passenger; one form in each row of a manifest. */
export const BOARD_SHAPE = {
  id: 'board',
  labels: { boarding: 'Check-in', note: 'Note' },
} as const satisfies FormShape

/** Marks those who did not come. */
export const MISSING_SHAPE = { id: 'missing', labels: { missing: null } } as const satisfies FormShape

/** The correction of a passenger's details; one form in each row of a manifest. */
export const CORRECT_SHAPE = {
  id: 'correct',
  labels: { full_name: 'Name', weight: 'Weight' },
} as const satisfies FormShape

export const AIRCRAFT_SHAPE = {
  id: 'other-aircraft',
  labels: { aircraft: 'Another aircraft for this flight' },
} as const satisfies FormShape

/** The next status of a flight; the page labels the reason by what the flight still lacks. */
export const STATUS_SHAPE = { id: 'status', labels: { reason: null } } as const satisfies FormShape<'reason'>

export const PHOTO_SHAPE = { id: 'photo', labels: { photo: 'Add a photo' } } as const satisfies FormShape

export const CANCEL_DEPARTURE_SHAPE = {
  id: 'call-off',
  labels: { reason: 'Why', note: 'A sentence for those who booked' },
} as const satisfies FormShape
