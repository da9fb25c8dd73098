import { type FormShape } from '../../ui/form/form-shape.ts'

/** The outcome of a task; one form in each row. */
export const TASK_SHAPE = { id: 'task', labels: { choice: null } } as const satisfies FormShape<'choice'>
