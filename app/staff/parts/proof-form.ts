import { type FormAnswer, type FormShape } from '../../ui/form/form-shape.ts'

/** The field of the code, beside whatever fields a form has. */
export const PROOF_FIELD = 'proof_code'

export const PROOF_SHAPE = { id: 'proof', labels: { [PROOF_FIELD]: 'Code' } } as const satisfies FormShape

/** A form that waits for a fresh second factor. */
export interface ProofAsked {
  /** Where it is sent. */
  action: string
  /** What was typed and pressed. */
  fields: [name: string, value: string][]
  /** Why the last code did not do. */
  refusal: FormAnswer | undefined
}
