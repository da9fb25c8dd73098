/** Digits and letters that nobody confuses: no 0 O, 1 I L, Z (2), S (5), B (8), V (U). */
const LETTERS = '23456789ACDEFGHJKMNPQRTUWXY'
const LENGTH = 16
const GROUP = 4

/** Letters that people write for a similar one, with the letter they mean. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { Z: '2', S: '5', B: '8', V: 'U' }

/**
 * Creates a code of a gift card or voucher with 76 bits, without its grouping.
 * @param pick returns each number from 0 up to, not including, `below` with the same chance
 */
export const makeCode = (pick: (below: number) => number): string =>
  Array.from({ length: LENGTH }, () => LETTERS[pick(LETTERS.length)]).join('')

/** Derives the code of a number: the same number gives the same code. */
export function deriveCode(number: bigint): string {
  let rest = number
  return makeCode((below) => {
    const at = Number(rest % BigInt(below))
    rest /= BigInt(below)
    return at
  })
}

/**
 * Converts a typed code to its stored form: upper case, without spaces and dashes, similar letters
 * corrected. Undefined when it cannot be one of our codes.
 */
export function normalizeCode(typed: string): string | undefined {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const code = [...letters].map((letter) => LOOK_ALIKES[letter] ?? letter).join('')
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined
}

/** Groups a code for reading: `2A3C-4D5E-6F7G-8H9J`. */
export const groupCode = (code: string): string =>
  code.match(new RegExp(`.{1,${String(GROUP)}}`, 'g'))?.join('-') ?? ''

/** The last letters, which tell cards apart where the code itself is hidden. */
export const getCodeTail = (code: string): string => code.slice(-GROUP)

/** A code as the database stores it. */
export interface SealedCode {
  codeHash: string
  codeSealed: Buffer
  codeTail: string
}

/** Encrypts codes so that a reader of the database cannot use them; the keys lie outside it. */
export interface CodeVault {
  /** Creates a new unique code. */
  make(): string
  /** Derives the same code for the same name; nobody can guess it without the secret. */
  derive(name: string): string
  lock(code: string): SealedCode
  /** The hashes by which a typed code is found, one of each key; undefined when it cannot be a code. */
  hashesOf(typed: string): readonly string[] | undefined
  /**
   * Decrypts the code, grouped for reading; null when its key was removed. Only its owner may see
   * it.
   */
  open(kept: Pick<SealedCode, 'codeHash' | 'codeSealed'>): string | null
}
