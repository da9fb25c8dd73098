import { createHmac, hkdfSync } from 'node:crypto'

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
