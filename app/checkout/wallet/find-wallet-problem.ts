import { WALLET_TEXT } from './wallet-text.ts'

/** What of the page the wallet's button looks at: nothing that would have to be asked for. */
export interface WalletFacts {
  /** The chosen flight has a price and can be booked. */
  bookable: boolean
  /** The guest's field as the browser judges it; undefined for whoever is logged in. */
  email: { value: string; valid: boolean } | undefined
  accepted: boolean
}

/** What keeps the sheet from opening: spec section 5, its three checks in its order; undefined when nothing does. */
export function findWalletProblem({ bookable, email, accepted }: WalletFacts): string | undefined {
  if (!bookable) return WALLET_TEXT.dateAndTime
  if (email && !(email.valid && email.value.trim())) return WALLET_TEXT.email
  return accepted ? undefined : WALLET_TEXT.terms
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
    accepted: terms instanceof HTMLInputElement && terms.checked,
  }
}
