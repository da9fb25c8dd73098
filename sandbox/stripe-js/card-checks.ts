/** The values of the three fields. */
export interface CardText {
  number: string
  expiry: string
  cvc: string
}
export type FieldName = keyof CardText
export interface FieldProblem {
  field: FieldName
  code: string
  message: string
}

export const extractDigits = (text: string) => text.replace(/\D/g, '')
const isAmex = (digits: string) => /^3[47]/.test(digits)
const lengthOf = (digits: string) => (isAmex(digits) ? 15 : 16)

/** `4242 4242 4242 4242`, `3782 822463 10005` */
export function formatNumber(text: string): string {
  const digits = extractDigits(text).slice(0, lengthOf(extractDigits(text)))
  const groups = isAmex(digits)
    ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/
    : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?/
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ')
}

/**
 * `12 / 30` out of `1230`, `12/2030` or `5`, which is May.
 * @param deleting leaves a half-removed slash alone
 */
export function formatExpiry(text: string, deleting = false): string {
  const [, first = '', second] = /^\s*(\d{1,2})\s*[/-]\s*(\d{0,4})\s*$/.exec(text) ?? []
  const typed = second === undefined ? extractDigits(text) : `${first.padStart(2, '0')}${second}`
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed
  const year = digits
    .slice(2)
    .replace(/^20(?=\d\d)/, '')
    .slice(0, 2)
  if (digits.length < 2 || (digits.length === 2 && deleting)) return digits
  return `${digits.slice(0, 2)} / ${year}`
}

/** Month 1 to 12 and the full year; undefined while incomplete. */
export function parseExpiry(text: string): { month: number; year: number } | undefined {
  const [, month, year] = /^(\d\d) \/ (\d\d)$/.exec(formatExpiry(text)) ?? []
  return month && year ? { month: Number(month), year: 2000 + Number(year) } : undefined
}

/** Returns all errors of the card in the order of the fields, with the provider's messages. */
export function checkCard(card: CardText, now: Date): FieldProblem[] {
  const digits = extractDigits(card.number)
  return [
    checkNumber(digits),
    checkExpiry(card.expiry, now),
    extractDigits(card.cvc).length < (isAmex(digits) ? 4 : 3)
      ? wrong('cvc', 'incomplete_cvc', "Your card's security code is incomplete.")
      : undefined,
  ].filter((problem) => problem !== undefined)
}

const wrong = (field: FieldName, code: string, message: string): FieldProblem => ({ field, code, message })

function checkNumber(digits: string): FieldProblem | undefined {
  if (digits.length < lengthOf(digits)) {
    return wrong('number', 'incomplete_number', 'Your card number is incomplete.')
  }
  if (!passesLuhn(digits)) return wrong('number', 'invalid_number', 'Your card number is invalid.')
  return undefined
}

function checkExpiry(text: string, now: Date): FieldProblem | undefined {
  const expiry = parseExpiry(text)
  if (!expiry) return wrong('expiry', 'incomplete_expiry', "Your card's expiration date is incomplete.")
  if (expiry.month < 1 || expiry.month > 12) {
    return wrong('expiry', 'invalid_expiry_month', "Your card's expiration month is invalid.")
  }
  if (expiry.year < now.getFullYear()) {
    return wrong('expiry', 'invalid_expiry_year_past', "Your card's expiration year is in the past.")
  }
  if (expiry.year === now.getFullYear() && expiry.month < now.getMonth() + 1) {
    return wrong('expiry', 'invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  return undefined
}

/** Checks the check digit of ISO/IEC 7812 (Luhn). */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
