import { type FormAnswer } from '../ui/form/form-shape.ts'

/** What each of the account forms is given. */
export interface AccountFormProps {
  /** The query of the panel's address, see `carriedQuery`. */
  kept: string
  /** The action's refusal of this form or of another one. */
  answer: FormAnswer | undefined
  /** What the fields begin with. */
  known: Readonly<Record<string, string>>
}

/** An address is nobody's word: it is neither corrected nor capitalised. */
export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const
