import { createHmac } from 'node:crypto'

/**
 * Returns the `Stripe-Signature` header: https://docs.stripe.com/webhooks#verify-manually.
 * @param at The time of sending, in Unix seconds.
 */
export function signPayload(body: string, secret: string, at: number): string {
  const v1 = createHmac('sha256', secret)
    .update(`${String(at)}.${body}`)
    .digest('hex')
  return `t=${String(at)},v1=${v1}`
}
