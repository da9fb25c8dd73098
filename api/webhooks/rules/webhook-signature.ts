import { createHmac, timingSafeEqual } from 'node:crypto'

const hmac = (secret: string, seconds: number, body: string) =>
  createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')

/**
 * `t=1764000000,v1=…`: when it was sent, and for each secret that counts HMAC-SHA256 of `t.body`.
 * The time is signed too, so that nobody keeps a delivery and sends it again later.
 */
export function createWebhookSignature(secrets: readonly string[], at: Date, body: string): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return [`t=${String(seconds)}`, ...secrets.map((secret) => `v1=${hmac(secret, seconds, body)}`)].join(',')
}

/** How a receiver checks it; five minutes is as old as a delivery may be. */
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
