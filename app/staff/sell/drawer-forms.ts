import { type FormShape } from '../../ui/form/form-shape.ts'

export const OPEN_DRAWER_SHAPE = {
  id: 'open-drawer',
  labels: { opening: 'In it now, in dollars' },
} as const satisfies FormShape

export const COUNT_DRAWER_SHAPE = {
  id: 'count-drawer',
  labels: { counted: 'Counted, in dollars', note: 'Note' },
} as const satisfies FormShape
