import { WALLET_TEXT } from './wallet-text.ts'
import { fieldId, type FieldProblems } from '../../ui/form-fields.ts'
import { passengerField } from '../../passengers/passenger-field.ts'

/** What of the page the wallet's button looks at: nothing that would have to be asked for. */
export interface WalletFacts {
  /** The chosen flight has a price and can be booked. */
  bookable: boolean
  /** The guest's field as the browser judges it; undefined for whoever is logged in. */
  email: { value: string; valid: boolean } | undefined
  /** The full names of the party, in its order. */
  names: readonly string[]
  accepted: boolean
}

export interface WalletProblem {
  /** For the wallet's own area. */
  text: string
  /** The fields it is about. */
  problems: FieldProblems
}

/**
 * What keeps the sheet from opening; undefined when nothing does. Spec section 5's three checks in
 * its order, and the passengers' names where they stand on the page: an order without them is
 * refused once the sheet is open.
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

/** The facts, as the page's form stands now. */
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
