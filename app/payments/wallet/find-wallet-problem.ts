import { WALLET_TEXT } from './wallet-text.ts'
import { fieldId, type FieldProblems } from '../../ui/form-fields.ts'
import { passengerField } from '../../passengers/passenger-field.ts'

/** What the wallet's button checks on the page; all of it is there without a request. */
export interface WalletFacts {
  /** The chosen flight has a price and can be booked. */
  bookable: boolean
  /**
   * The guest's e-mail field and its validity in the browser; undefined for a logged-in account.
   */
  email: { value: string; valid: boolean } | undefined
  /** The full names of the party, in order. */
  names: readonly string[]
  accepted: boolean
}

export interface WalletProblem {
  /** The message for the wallet's area. */
  text: string
  /** The fields it is about. */
  problems: FieldProblems
}

/**
 * The reason why the sheet must not open, or undefined. First the three checks of spec section 5 in
 * its order, then the passengers' names if the page has such fields: without them the order would
 * be refused after the sheet has opened.
 */
export function findWalletProblem({
  bookable,
  email,
  names,
  accepted,
}: WalletFacts): WalletProblem | undefined {
  const { dateAndTime, names: nameless, required, terms } = WALLET_TEXT
  if (!bookable) return { text: dateAndTime, problems: {} }
  if (email && !(email.valid && email.value.trim())) {
    return { text: WALLET_TEXT.email, problems: { email: WALLET_TEXT.email } }
  }
  const missing = names.flatMap((name, index) => (name.trim() ? [] : passengerField(index, 'full_name')))
  if (missing.length > 0) {
    return { text: nameless, problems: Object.fromEntries(missing.map((name) => [name, required])) }
  }
  return accepted ? undefined : { text: terms, problems: { terms_and_conditions: terms } }
}

/** Reads the facts from the page's form. */
export function readWalletFacts(form: HTMLFormElement, bookable: boolean): WalletFacts {
  const field = (name: string) => form.elements.namedItem(name)
  const email = field('email')
  const terms = field('terms_and_conditions')
  return {
    bookable,
    email:
      email instanceof HTMLInputElement ? { value: email.value, valid: email.validity.valid } : undefined,
    names: namesIn(form),
    accepted: terms instanceof HTMLInputElement && terms.checked,
  }
}

function namesIn(form: HTMLFormElement): string[] {
  const names: string[] = []
  for (;;) {
    const field = form.querySelector(`#${fieldId(passengerField(names.length, 'full_name'))}`)
    if (!(field instanceof HTMLInputElement)) return names
    names.push(field.value)
  }
}
