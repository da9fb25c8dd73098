/**
 * Letters and digits that nobody takes for one another; as in gift codes, so that what people know
 * helps them.
 */
const LETTERS = '23456789ACDEFGHJKMNPQRTUWXY'
const LENGTH = 8
const LOOK_ALIKES: Readonly<Record<string, string>> = { Z: '2', S: '5', B: '8', V: 'U' }

/**
 * A code to type on another device: eight letters, 38 bits. Short enough for a thumb; what makes it
 * safe is that it lives a day, works once and is guessed at by few (`resumeCodes` in
 * `call-limits.ts`).
 *
 * @param pick an even chance for each number from 0 up to, not including, `below`
 */
export const makeTransferCode = (pick: (below: number) => number): string =>
  Array.from({ length: LENGTH }, () => LETTERS[pick(LETTERS.length)]).join('')

/** As people read it: `2A3C-4D5E`. */
export const groupTransferCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/**
 * What was typed, as it was made: upper case, without spaces and dashes. Undefined when it cannot
 * be a code.
 */
export function parseTransferCode(typed: string): string | undefined {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const code = [...letters].map((letter) => LOOK_ALIKES[letter] ?? letter).join('')
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined
}
