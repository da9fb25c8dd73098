import { type FormShape } from '../../ui/form/form-shape.ts'

/** Days on which an aircraft does not fly. */
export const OUTAGE_SHAPE = {
  id: 'outage',
  labels: { aircraft_id: 'Aircraft', from_date: 'First day', until_date: 'Last day', reason: 'Why' },
} as const satisfies FormShape
