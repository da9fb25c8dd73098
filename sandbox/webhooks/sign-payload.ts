import { createHmac } from 'node:crypto'

/**
 * The `Stripe-Signature` header: https://docs.stripe.com/webhooks#verify-manually.
 *
 * @param at when it is sent, in seconds
 */
export function signPayload(body: string, secret: string, at: number): string {
  const v1 = createHmac('sha256', secret)
    .update(`${String(at)}.${body}`)
    .digest('hex')
  return `t=${String(at)},v1=${v1}`
}
