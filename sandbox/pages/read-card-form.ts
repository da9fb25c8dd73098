import { incorrectNumber, liveCard } from '../cards/decline-reasons.ts'
import { type CardName, findCardByNumber, passesLuhn } from '../cards/test-cards.ts'

export interface CardForm {
  number: string
  expiry: string
  email: string
}
export type CardFormProblems = Partial<Record<'number' | 'expiry' | 'cvc' | 'email', string>>
export type ReadCardForm =
  | { ok: true; card: CardName; expiry: { month: number; year: number }; email: string }
  | { ok: false; problems: CardFormProblems; typed: CardForm }

/**
 * Validates the card form. A number that is no test card is refused and not repeated on the page.
 */
export function readCardForm(form: URLSearchParams, knownEmail: string | undefined, now: Date): ReadCardForm {
  const field = (name: string) => (form.get(name) ?? '').trim()
  const typed = { number: field('number'), expiry: field('expiry'), email: knownEmail ?? field('email') }
  const digits = typed.number.replace(/[\s-]/g, '')
  const card = findCardByNumber(digits)
  const expiry = parseExpiry(typed.expiry)
  const problems: CardFormProblems = {}
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email)) problems.email = 'Your email is incomplete.'
  if (!card) problems.number = numberProblem(digits)
  if (!expiry) problems.expiry = "Your card's expiration date is incomplete."
  else if (isPast(expiry, now)) problems.expiry = "Your card's expiration date is in the past."
  if (!/^\d{3,4}$/.test(field('cvc'))) problems.cvc = "Your card's security code is incomplete."
  if (card && expiry && Object.keys(problems).length === 0)
    return { ok: true, card, expiry, email: typed.email }
  const mayBeReal = problems.number === liveCard.message
  return { ok: false, problems, typed: mayBeReal ? { ...typed, number: '' } : typed }
}

function numberProblem(digits: string): string {
  if (!/^\d{12,19}$/.test(digits)) return 'Your card number is incomplete.'
  return passesLuhn(digits) ? liveCard.message : incorrectNumber.message
}

/** `12/30`, `12 / 2030`, `1230` */
function parseExpiry(text: string): { month: number; year: number } | undefined {
  const match = /^(0?[1-9]|1[0-2])\s*[/-]?\s*((?:20)?\d{2})$/.exec(text)
  if (!match) return undefined
  return { month: Number(match[1]), year: 2000 + (Number(match[2]) % 100) }
}

/** Whether a card has expired; it is valid through the last day of its month. */
function isPast({ month, year }: { month: number; year: number }, now: Date): boolean {
  return year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
}
