import { type DeletedNote } from '../parts/note-form.ts'
import { type FormAnswer, type FormShape } from '../../ui/form/form-shape.ts'

export const CUSTOMER_CREDIT_SHAPE = {
  id: 'credit',
  labels: { amount: 'Amount in dollars', type: 'Reason type', description: 'Description' },
  fieldId: (name) => `credit-${name}`,
} as const satisfies FormShape

export const CUSTOMER_NOTE_SHAPE = {
  id: 'note',
  labels: { body: 'Note' },
  fieldId: (name) => `note-${name}`,
} as const satisfies FormShape

export const CUSTOMER_EMAIL_SHAPE = {
  id: 'email',
  labels: { email: 'Their e-mail' },
  fieldId: () => 'add-email',
} as const satisfies FormShape

export const CUSTOMER_FACTOR_SHAPE = {
  id: 'factor',
  labels: { reason: 'How you know that it is the owner' },
  fieldId: (name) => `factor-${name}`,
} as const satisfies FormShape

/** What was just done on the page of a customer, as its address says it. */
export const customerDone = [
  'merged',
  'credit',
  'noted',
  'changed',
  'deleted',
  'restored',
  'email',
  'factor',
] as const
export type CustomerDone = (typeof customerDone)[number]

/** What the history shows: everything, or one kind. */
export const customerViews = ['all', 'notes', 'mails'] as const
export type CustomerView = (typeof customerViews)[number]

/** The account that has the added e-mail: of the walk-in, or of who had it before. */
export interface EmailOwner {
  emailOwner: number
}

/** The refusal of a form of the page, or the note that was just deleted. */
export type CustomerAnswer = { status: number; refusal?: FormAnswer; deletedNote?: DeletedNote }
