/**
 * Digits and letters that nobody takes for one another: no 0 O, 1 I L, Z (2), S (5), B (8), V (U).
 */
const LETTERS = '23456789ACDEFGHJKMNPQRTUWXY'
const LENGTH = 16
const GROUP = 4

/** What people write for a letter that looks like it and is not used. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { Z: '2', S: '5', B: '8', V: 'U' }

/**
 * A new code of a gift card or voucher, 76 bits, without its grouping.
 *
 * @param pick an even chance for each number from 0 up to, not including, `below`
 */
export const makeCode = (pick: (below: number) => number): string =>
  Array.from({ length: LENGTH }, () => LETTERS[pick(LETTERS.length)]).join('')

/** The code that belongs to a number: the same for the same, as even as the number is random. */
export function deriveCode(number: bigint): string {
  let rest = number
  return makeCode((below) => {
    const at = Number(rest % BigInt(below))
    rest /= BigInt(below)
    return at
  })
}

/**
 * What somebody typed, as a code is kept: upper case, without spaces and dashes, look-alikes put
 * right. Undefined when it cannot be a code of ours.
 */
export function normalizeCode(typed: string): string | undefined {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const code = [...letters].map((letter) => LOOK_ALIKES[letter] ?? letter).join('')
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined
}

/** As people read it: `2A3C-4D5E-6F7G-8H9J`. */
export const groupCode = (code: string): string =>
  code.match(new RegExp(`.{1,${String(GROUP)}}`, 'g'))?.join('-') ?? ''

/** The last letters, to tell cards apart where the code itself is not shown. */
export const getCodeTail = (code: string): string => code.slice(-GROUP)

/** A code as the database keeps it. */
export interface SealedCode {
  codeHash: string
  codeSealed: Buffer
  codeTail: string
}

/** Hides codes from whoever reads the database; the keys are outside it. */
export interface CodeVault {
  /** A code nobody has. */
  make(): string
  /** Always the same code for a name, and for nobody to guess without the secret. */
  derive(name: string): string
  lock(code: string): SealedCode
  /** The name under which a typed code is found; undefined when it cannot be one. */
  hashOf(typed: string): string | undefined
  /** The code itself, grouped for reading: for its owner's eyes only. */
  open(kept: Pick<SealedCode, 'codeHash' | 'codeSealed'>): string
}
