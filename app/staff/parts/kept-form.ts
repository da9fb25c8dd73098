import { type FormAnswer, type FormShape } from '../../ui/form/form-shape.ts'

/** The field of the code, beside whatever fields the kept form has. */
export const SIGN_IN_FIELD = 'sign_in_code'

export const KEPT_FORM_SHAPE = {
  id: 'sign-in-again',
  labels: { [SIGN_IN_FIELD]: 'Code' },
} as const satisfies FormShape

/** A form that waits until its sender has signed in again. */
export interface KeptForm {
  /** The page that it was sent to. */
  next: string
  /** What was typed and pressed. */
  fields: [name: string, value: string][]
  /** Why the last code did not do. */
  refusal: FormAnswer | undefined
}
