import Stripe from 'stripe'

/**
 * The `stripe` client.
 *
 * @param fetchAt answers the calls instead of the network: the sandbox speaks the same protocol
 */
export function createStripeClient(secretKey: string, fetchAt?: typeof fetch): Stripe {
  return new Stripe(secretKey, {
    ...(fetchAt ? { httpClient: Stripe.createFetchHttpClient(fetchAt) } : {}),
    // Retries carry the same idempotency key, so they cannot charge twice.
    maxNetworkRetries: fetchAt ? 0 : 2,
    timeout: 20_000,
    telemetry: false,
  })
}

export type ProviderFailure =
  /** The bank or the card network said no; `message` is for the payer. */
  | {
      kind: 'declined'
      message: string
      code: string | null
      paymentIntent: string | null
      setupIntent: string | null
    }
  /** Asked in a way the provider refuses; nothing was charged and asking again will not help. */
  | { kind: 'refused'; message: string; code: string | null }
  /** The key was used with other parameters: something was, or is being, done under it. */
  | { kind: 'key_reused' }
  /** The same call is still being worked on. */
  | { kind: 'busy' }
  /** No answer, or none that tells whether it happened: ask again with the same key. */
  | { kind: 'unknown' }

/**
 * What a failed call at the provider means; anything else than the provider's own errors is thrown
 * on.
 */
export function readProviderFailure(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  if (error instanceof Stripe.errors.StripeCardError) {
    return {
      kind: 'declined',
      message: error.message,
      code: error.code ?? null,
      paymentIntent: error.payment_intent?.id ?? null,
      setupIntent: error.setup_intent?.id ?? null,
    }
  }
  if (error.statusCode === 409 || error.code === 'idempotency_key_in_use') return { kind: 'busy' }
  if (error instanceof Stripe.errors.StripeIdempotencyError) return { kind: 'key_reused' }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    return { kind: 'refused', message: error.message, code: error.code ?? null }
  }
  return { kind: 'unknown' }
}
