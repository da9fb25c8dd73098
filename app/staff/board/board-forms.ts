import { type FormShape } from '../../ui/form/form-shape.ts'
import { type Assigned } from './board-view.ts'

/** Another aircraft or pilot for the flight of the panel. */
export const ASSIGN_SHAPES = {
  aircraft: {
    id: 'assign-aircraft',
    labels: { to: 'Aircraft for this flight' },
    fieldId: (name: string) => `aircraft-${name}`,
  },
  pilot: {
    id: 'assign-pilot',
    labels: { to: 'Pilot for this flight' },
    fieldId: (name: string) => `pilot-${name}`,
  },
} as const satisfies Record<Assigned, FormShape>

/** Takes the pilot off. */
export const NOBODY = 'nobody'

/** What a colleague set while the panel was open. */
export interface AssignedMeanwhile {
  what: Assigned
  /** The ids; null for no pilot. */
  now: number | null
  mine: number | null
  /** The colleague; null where the service does not know. */
  by: string | null
}
