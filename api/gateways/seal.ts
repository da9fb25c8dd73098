import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

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
