import { type FormShape } from '../../ui/form/form-shape.ts'

/** The outcome of a task; one form in each row. */
export const TASK_SHAPE = { id: 'task', labels: { choice: null } } as const satisfies FormShape<'choice'>

/** The pilot of a flight that has none. */
export const PILOT_TASK_SHAPE = { id: 'no-pilot', labels: { pilot_id: 'Pilot' } } as const satisfies FormShape

/** A press without a field: a delay, or what takes a press back. */
export const STEP_SHAPE = { id: 'step', labels: {} } as const satisfies FormShape

/** The decision about what a colleague asked for. */
export const APPROVAL_SHAPE = { id: 'approval', labels: {} } as const satisfies FormShape

/** The name of the field for a passenger's weight; it tells the order, too. */
export const weightField = ({ id, order_id: orderId }: { id: number; order_id: number }): string =>
  `weight-${String(orderId)}-${String(id)}`

/** The missing weights of a flight, one field for each passenger. */
export const weightsShape = (names: readonly { field: string; label: string }[]): FormShape => ({
  id: 'weights',
  labels: Object.fromEntries(names.map(({ field, label }) => [field, label])),
})
