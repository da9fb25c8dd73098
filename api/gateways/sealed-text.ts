import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import {
  type CodeVault,
  deriveCode,
  getCodeTail,
  groupCode,
  makeCode,
  normalizeCode,
} from '../rules/money/tender-code.ts'

const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Derives a key for each use, so that text encrypted for one use cannot be decrypted for another.
 */
function keyFor(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `flight-shop/seal/${use}`, 32))
}

/**
 * Encrypts a short text for the database (AES-256-GCM, key by HKDF from `CODE_SECRET`).
 *
 * @param use the purpose, for example `mail:7`; `unseal` must name the same
 */
export function seal(secret: string, use: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, use), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), body])
}

/**
 * Decrypts a sealed text.
 *
 * @throws Error for another secret or use, or when the data was changed
 */
export function unseal(secret: string, use: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== FORMAT) throw new Error('Sealed text of an unknown format')
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, use), nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(tag)
  const body = bytes.subarray(1 + NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

const BYTES = 16
const keys = new Map<string, Buffer>()

/**
 * A keyed hash (HMAC-SHA256, 128 bits; key by HKDF from `CODE_SECRET`) for values that must not be
 * stored in plain text, such as an address or an e-mail. Without the key it cannot be reversed, not
 * even by trying every address.
 *
 * @param use the purpose: the same value has a different hash for each
 */
export function keyedHash(secret: string, use: string, value: string): string {
  const at = `${secret} ${use}`
  const key = keys.get(at) ?? Buffer.from(hkdfSync('sha256', secret, '', `flight-shop/name/${use}`, 32))
  keys.set(at, key)
  return createHmac('sha256', key).update(value).digest().subarray(0, BYTES).toString('base64url')
}

/**
 * Protects codes of gift cards and vouchers: a keyed hash finds them, encryption allows showing
 * them to their owner.
 *
 * @param secret `CODE_SECRET`
 */
export function createCodeVault(secret: string): CodeVault {
  const hash = (code: string) => keyedHash(secret, 'code', code)
  return {
    make: () => makeCode((below) => randomInt(below)),
    derive: (name) =>
      deriveCode(
        BigInt(`0x${Buffer.from(keyedHash(secret, 'derived code', name), 'base64url').toString('hex')}`),
      ),
    lock: (code) => {
      const codeHash = hash(code)
      return { codeHash, codeSealed: seal(secret, useOf(codeHash), code), codeTail: getCodeTail(code) }
    },
    hashOf: (typed) => {
      const code = normalizeCode(typed)
      return code === undefined ? undefined : hash(code)
    },
    open: ({ codeHash, codeSealed }) => groupCode(unseal(secret, useOf(codeHash), codeSealed)),
  }
}

/** Binds the encrypted code to its card: a copy on another card cannot be decrypted. */
const useOf = (codeHash: string) => `code:${codeHash}`
