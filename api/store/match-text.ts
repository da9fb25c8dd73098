import { type SQL, sql } from 'drizzle-orm'

/** The digits of a number without its country code. */
const PHONE_DIGITS = 10
/** Fewer digits fit too many numbers. */
const FEWEST_DIGITS = 4

/** Matches the beginning of a text literally. */
export const beginsWith = (column: SQL, text: string): SQL =>
  sql`${column} like ${`${text.replace(/[\\%_]/g, (one) => `\\${one}`)}%`}`

/** Matches phone numbers by their last digits, however they are written. */
export const endsWithDigits = (column: SQL, digits: string): SQL =>
  beginsWith(sql`reverse(regexp_replace(${column}, '\\D', '', 'g'))`, [...digits].reverse().join(''))

/** The digits of a typed phone number or of its end; undefined for anything else. */
export function readPhoneDigits(text: string): string | undefined {
  const digits = text.replace(/\D/g, '')
  const isPhone = digits.length >= FEWEST_DIGITS && /^[\d() +.-]+$/.test(text)
  return isPhone ? digits.slice(-PHONE_DIGITS) : undefined
}
