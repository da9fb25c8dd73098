import { createHmac, hkdfSync } from 'node:crypto'

const BYTES = 16
const keys = new Map<string, Buffer>()

/**
 * A short name for a value that must not be kept as it is: an address, an e-mail (HMAC-SHA256, 128
 * bits; key by HKDF from `CODE_SECRET`). Without the key nobody can tell what it stands for, not
 * even by trying every address there is.
 *
 * @param use what it is for: the same value has another name in another use
 */
export function keyedHash(secret: string, use: string, value: string): string {
  const at = `${secret} ${use}`
  const key = keys.get(at) ?? Buffer.from(hkdfSync('sha256', secret, '', `flight-shop/name/${use}`, 32))
  keys.set(at, key)
  return createHmac('sha256', key).update(value).digest().subarray(0, BYTES).toString('base64url')
}
