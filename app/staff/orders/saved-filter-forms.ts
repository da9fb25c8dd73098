import { type FormAnswer, type FormShape } from '../../ui/form/form-shape.ts'

export const SAVE_FILTER_SHAPE = {
  id: 'save-filter',
  labels: { name: 'Name of the filter' },
  fieldId: (name) => `save-${name}`,
} as const satisfies FormShape

export const RENAME_FILTER_SHAPE = {
  id: 'rename-filter',
  labels: { name: 'Another name' },
  fieldId: (name) => `rename-${name}`,
} as const satisfies FormShape

/** What was just done with a filter; a deleted one can be had back. */
export interface FilterDone {
  text: string
  deleted?: { name: string; filter: string }
}

/** The refusal of a form about filters. */
export interface FilterAnswer {
  status: number
  refusal?: FormAnswer
  failure?: string
}
