import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * The number in E.164 (`+12015550123`), as it was typed in any usual way; without a country code it
 * is one of the United States. Undefined for what is no number, or one with an extension.
 */
export function toE164(typed: string | null | undefined): string | undefined {
  if (!typed) return undefined
  const found = parsePhoneNumberFromString(typed, 'US')
  return found?.isValid() && !found.ext ? found.number : undefined
}

/** `•••• 0123`: enough to recognise one's own number. */
export const maskNumber = (number: string): string => (number === '' ? '–' : `•••• ${number.slice(-4)}`)
