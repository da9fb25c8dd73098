import { hkdfSync } from 'node:crypto'

/** One key of a secret, under the name by which sealed and signed things know it. */
export interface RingKey {
  readonly id: string
  readonly secret: string
}

/** The keys of one secret: the first signs and seals, all of them are accepted. */
export type KeyRing = readonly [RingKey, ...RingKey[]]

/** Letters of an id that nobody confuses when reading one aloud (Crockford's base 32). */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** The length of a key's id. */
export const KEY_ID_LENGTH = 4

/**
 * The id is derived from the secret, so that no two machines can call different secrets by one
 * name. Its 20 bits tell nothing that helps to guess 32 random characters.
 */
function keyId(secret: string): string {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'flight-shop/key-id', KEY_ID_LENGTH))
  return [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** The ring of these secrets, of which the first one is used for everything new. */
export function makeKeyRing([first = '', ...others]: readonly string[]): KeyRing {
  const toKey = (secret: string) => ({ id: keyId(secret), secret })
  return [toKey(first), ...others.map(toKey)]
}

/** Splits `newest,former`; a comma inside a secret is written `\,`. */
export function splitSecrets(text: string): string[] {
  const parts = text.split(/(?<!\\),/)
  // A single secret is taken as it is, because that is how it was taken before there were several.
  const clean = parts.length === 1 ? parts : parts.map((part) => part.trim())
  return clean.map((part) => part.replaceAll('\\,', ','))
}

/** Whether no key of the ring has the id of another one. */
export const hasDistinctKeys = (ring: KeyRing): boolean =>
  new Set(ring.map(({ id }) => id)).size === ring.length

/** The key that signs and seals. */
export const newestSecret = ([{ secret }]: KeyRing): string => secret

/** All secrets of a ring, the newest first. */
export const secretsOf = (ring: readonly RingKey[]): string[] => ring.map(({ secret }) => secret)

export const findKey = (ring: KeyRing, id: string): RingKey | undefined => ring.find((key) => key.id === id)
