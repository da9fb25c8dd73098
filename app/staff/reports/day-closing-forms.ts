import { type FormShape } from '../../ui/form/form-shape.ts'

export const CLOSE_DAY_SHAPE = { id: 'close-day', labels: { note: 'Note' } } as const satisfies FormShape
export const REOPEN_DAY_SHAPE = { id: 'reopen-day', labels: { reason: 'Why' } } as const satisfies FormShape
