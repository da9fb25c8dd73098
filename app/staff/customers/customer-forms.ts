import { type FormAnswer, type FormShape } from '../../ui/form/form-shape.ts'

export const CUSTOMER_CREDIT_SHAPE = {
  id: 'credit',
  labels: { amount: 'Amount in dollars', type: 'Reason type', description: 'Description' },
  fieldId: (name) => `credit-${name}`,
} as const satisfies FormShape

/** What the history shows: everything, or one kind. */
export const customerViews = ['all', 'notes', 'mails'] as const
export type CustomerView = (typeof customerViews)[number]

/** The refusal of a form of the page. */
export type CustomerAnswer = { status: number; refusal: FormAnswer }
