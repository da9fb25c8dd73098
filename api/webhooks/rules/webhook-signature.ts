import { createHmac, timingSafeEqual } from 'node:crypto'

const hmac = (secret: string, seconds: number, body: string) =>
  createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')

/**
 * `t=1764000000,v1=…`: the time of sending, and an HMAC-SHA256 of `t.body` for each valid secret.
 * The time is signed too, which prevents replays.
 */
export function createWebhookSignature(secrets: readonly string[], at: Date, body: string): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return [`t=${String(seconds)}`, ...secrets.map((secret) => `v1=${hmac(secret, seconds, body)}`)].join(',')
}

/** Verifies a signature as receivers do; a delivery may be five minutes old. */
export function verifyWebhookSignature(secret: string, header: string, body: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.split('=', 2))
  const seconds = Number(parts.find(([name]) => name === 't')?.[1])
  if (!Number.isInteger(seconds) || Math.abs(now.getTime() / 1000 - seconds) > 300) return false
  const right = Buffer.from(hmac(secret, seconds, body))
  return parts.some(([name, value = '']) => {
    const said = Buffer.from(value)
    return name === 'v1' && said.length === right.length && timingSafeEqual(said, right)
  })
}
