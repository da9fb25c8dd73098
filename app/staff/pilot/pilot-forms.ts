import { type FormShape } from '../../ui/form/form-shape.ts'

/** The weight of one passenger; one form for each. */
export const PILOT_WEIGHT_SHAPE = { id: 'weight', labels: { weight: 'Weight' } } as const satisfies FormShape

/** The next step of the flight, with the reason for leaving early. */
export const STEP_SHAPE = { id: 'step', labels: { reason: null } } as const satisfies FormShape<'reason'>

/** The moments of a flight, typed later. */
export const TIMES_SHAPE = {
  id: 'times',
  labels: { off_blocks: 'Off blocks', landed: 'Landed' },
} as const satisfies FormShape

/** What the pilot accepts. */
export const ACCEPT_SHAPE = { id: 'accept', labels: { seen: null } } as const satisfies FormShape<'seen'>
