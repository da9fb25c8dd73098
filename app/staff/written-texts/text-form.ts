import { type FormShape } from '../../ui/form/form-shape.ts'

export const TEXT_SHAPE = {
  id: 'text',
  labels: {
    title: 'Title',
    summary: 'In a sentence',
    body: 'Text',
    note: 'What changed',
    everywhere: 'Other brands',
  },
} as const satisfies FormShape

export type TextField = keyof typeof TEXT_SHAPE.labels
