import { type FormShape } from '../ui/form/form-shape.ts'

/** The second step of a log-in: a code of the app, or one on paper. */
export const LOG_IN_CODE_SHAPE = { id: 'code', labels: { code: 'Code' } } as const satisfies FormShape

export const LOG_IN_RECOVERY_SHAPE = {
  id: 'recovery',
  labels: { recovery_code: 'Recovery code' },
} as const satisfies FormShape
