import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { findKey, KEY_ID_LENGTH, type KeyRing, type RingKey } from '#settings/key-ring.ts'
import {
  type CodeVault,
  deriveCode,
  getCodeTail,
  groupCode,
  makeCode,
  normalizeCode,
} from '../rules/money/tender-code.ts'

const FORMAT = 2
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ID_AT = 1
const NONCE_AT = ID_AT + KEY_ID_LENGTH
const TAG_AT = NONCE_AT + NONCE_BYTES
const BODY_AT = TAG_AT + TAG_BYTES

/** A text was sealed with a key that is no longer set, so it cannot be read any more. */
export class KeyNotSet extends Error {
  override name = 'KeyNotSet'
}

/**
 * Derives a key for each use, so that text encrypted for one use cannot be decrypted for another.
 */
function keyFor({ secret }: RingKey, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `flight-shop/seal/${use}`, 32))
}

/**
 * Encrypts a short text for the database with the newest key (AES-256-GCM, key by HKDF from
 * `CODE_SECRET`). Bytes: the format, four of the key's id, nonce, tag, the text.
 *
 * @param use the purpose, for example `mail:7`; `unseal` must name the same
 */
export function seal([newest]: KeyRing, use: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(newest, use), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const id = Buffer.from(newest.id, 'latin1')
  return Buffer.concat([Buffer.of(FORMAT), id, nonce, cipher.getAuthTag(), body])
}

/**
 * Decrypts a sealed text with the key that it names.
 *
 * @throws KeyNotSet when the ring has no such key
 * @throws Error for another use, or when the data was changed
 */
export function unseal(ring: KeyRing, use: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== FORMAT) throw new Error('Sealed text of an unknown format')
  const id = bytes.toString('latin1', ID_AT, NONCE_AT)
  const key = findKey(ring, id)
  if (!key) throw new KeyNotSet('A text was sealed with a key that CODE_SECRET does not hold')
  const nonce = bytes.subarray(NONCE_AT, TAG_AT)
  const tag = bytes.subarray(TAG_AT, BODY_AT)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(key, use), nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(tag)
  const body = bytes.subarray(BODY_AT)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

/** The same, undefined when the key of the text was removed: it is then as if it were not there. */
export function unsealIfKnown(ring: KeyRing, use: string, sealed: Uint8Array): string | undefined {
  try {
    return unseal(ring, use, sealed)
  } catch (error) {
    if (error instanceof KeyNotSet) return undefined
    throw error
  }
}

const BYTES = 16
/** 108 bits in base64url, so that id and MAC have 22 characters together. */
const MAC_LENGTH = 18
const keys = new Map<string, Buffer>()

function mac({ secret }: RingKey, use: string, value: string): Buffer {
  const at = `${secret} ${use}`
  const key = keys.get(at) ?? Buffer.from(hkdfSync('sha256', secret, '', `flight-shop/name/${use}`, 32))
  keys.set(at, key)
  return createHmac('sha256', key).update(value).digest().subarray(0, BYTES)
}

const hashWith = (key: RingKey, use: string, value: string): string =>
  `${key.id}${mac(key, use, value).toString('base64url').slice(0, MAC_LENGTH)}`

/**
 * A keyed hash (HMAC-SHA256, 108 bits; key by HKDF from the newest `CODE_SECRET`) for signatures and
 * for values that must not be stored in plain text, such as an address or an e-mail. It begins with
 * the id of its key. Without the key it cannot be reversed, not even by trying every address.
 *
 * @param use the purpose: the same value has a different hash for each
 * @returns 22 characters of base64url
 */
export const keyedHash = ([newest]: KeyRing, use: string, value: string): string =>
  hashWith(newest, use, value)

/** Every hash under which a value may be stored: that of each key, the newest first. */
export const keyedHashes = (ring: KeyRing, use: string, value: string): [string, ...string[]] => {
  const [newest, ...others] = ring
  return [hashWith(newest, use, value), ...others.map((key) => hashWith(key, use, value))]
}

/** Whether a key of the ring has made this hash of the value; for signatures. */
export function isKeyedHash(ring: KeyRing, use: string, value: string, given: string): boolean {
  const key = findKey(ring, given.slice(0, KEY_ID_LENGTH))
  if (!key) return false
  const [right, read] = [Buffer.from(hashWith(key, use, value)), Buffer.from(given)]
  return right.length === read.length && timingSafeEqual(right, read)
}

/**
 * Protects codes of gift cards and vouchers: a keyed hash finds them, encryption allows showing
 * them to their owner.
 *
 * @param ring `CODE_SECRET`
 */
export function createCodeVault(ring: KeyRing): CodeVault {
  return {
    make: () => makeCode((below) => randomInt(below)),
    derive: (name) => deriveCode(BigInt(`0x${mac(ring[0], 'derived code', name).toString('hex')}`)),
    lock: (code) => {
      const codeHash = keyedHash(ring, codeUses.hash, code)
      return { codeHash, codeSealed: seal(ring, codeUses.seal(codeHash), code), codeTail: getCodeTail(code) }
    },
    hashesOf: (typed) => {
      const code = normalizeCode(typed)
      return code === undefined ? undefined : keyedHashes(ring, codeUses.hash, code)
    },
    open: ({ codeHash, codeSealed }) => {
      const code = unsealIfKnown(ring, codeUses.seal(codeHash), codeSealed)
      return code === undefined ? null : groupCode(code)
    },
  }
}

/**
 * What a code is hashed and sealed for. The purpose binds the encrypted code to its card: a copy on
 * another card cannot be decrypted.
 */
export const codeUses = { hash: 'code', seal: (codeHash: string) => `code:${codeHash}` } as const
