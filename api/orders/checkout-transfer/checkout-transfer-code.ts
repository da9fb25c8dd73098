/** Letters and digits that nobody confuses, the same as in gift codes. */
const LETTERS = '23456789ACDEFGHJKMNPQRTUWXY'
const LENGTH = 8
const LOOK_ALIKES: Readonly<Record<string, string>> = { Z: '2', S: '5', B: '8', V: 'U' }

/**
 * Creates a code to type on another device: eight letters, 38 bits. It is short enough to type on a
 * phone and safe because it lives one day, works once and has limited tries (`resumeCodes` in
 * `call-limits.ts`).
 * @param pick returns each number from 0 up to, not including, `below` with the same chance
 */
export const makeTransferCode = (pick: (below: number) => number): string =>
  Array.from({ length: LENGTH }, () => LETTERS[pick(LETTERS.length)]).join('')

/** Groups a code for reading: `2A3C-4D5E`. */
export const groupTransferCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/**
 * Converts a typed code to upper case without spaces and dashes; undefined when it cannot be a
 * code.
 */
export function parseTransferCode(typed: string): string | undefined {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const code = [...letters].map((letter) => LOOK_ALIKES[letter] ?? letter).join('')
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined
}
