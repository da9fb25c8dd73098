import { type FormAnswer } from '../ui/form/form-shape.ts'

/** What each of the account forms receives. */
export interface AccountFormProps {
  /** The query of the panel's address, see `carriedQuery`. */
  kept: string
  /** The action's refusal, which may belong to another form of the page. */
  answer: FormAnswer | undefined
  /** The initial values of the fields. */
  known: Readonly<Record<string, string>>
  /** What whoever registers may agree to; undefined where the brand sends no texts. */
  consent: string | undefined
}

/** Browsers neither correct nor capitalise what is typed, because it is an e-mail address. */
export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const
