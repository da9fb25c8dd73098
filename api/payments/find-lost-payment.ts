import type Stripe from 'stripe'
import { type PaymentAttempt } from '../store/payments/find-attempt.ts'

/** Allows for a difference between clocks. */
const SKEW_SECONDS = 120

/**
 * Searches the provider for the result of an attempt whose answer was lost, by our metadata. It
 * reads lists and not the search, which lags behind
 * (https://docs.stripe.com/search#data-freshness).
 * @returns `cs_…` or `pi_…`, undefined when nothing was created
 * @throws the provider's error when it does not answer
 */
export async function findLostPayment(stripe: Stripe, attempt: PaymentAttempt): Promise<string | undefined> {
  const created = { gte: Math.floor(attempt.createdAt.getTime() / 1000) - SKEW_SECONDS }
  const made =
    attempt.kind === 'cs'
      ? stripe.checkout.sessions.list({ created, limit: 100 })
      : stripe.paymentIntents.list({ created, limit: 100 })
  for await (const { id, metadata } of made) {
    const isOurs =
      metadata?.['order_id'] === String(attempt.orderId) && metadata['attempt'] === String(attempt.attemptNo)
    if (isOurs) return id
  }
  return undefined
}
