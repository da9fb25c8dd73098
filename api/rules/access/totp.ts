import { createHmac } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** A clock may be half a minute slow or fast. */
const DRIFT = 1
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The number of the half minute that contains an instant. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** The code that an authenticator app shows in a half minute (RFC 6238, SHA-1, six digits). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The half minute to which a typed code belongs; undefined for a wrong code and for one already
 * used.
 * @param lastStep the half minute of the last accepted code
 */
export function matchTotp(
  secret: Uint8Array,
  typed: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | undefined {
  const code = typed.replace(/\s/g, '')
  const current = stepAt(now)
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    if (step > lastStep && totpCode(secret, step) === code) return step
  }
  return undefined
}

/** Base 32 without padding, as authenticator apps expect it (RFC 4648). */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => LETTERS[parseInt(group.padEnd(5, '0'), 2)]).join('')
}
