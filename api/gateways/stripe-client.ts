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
  /** The bank or the card network declined; `message` is for the payer. */
  | {
      kind: 'declined'
      message: string
      code: string | null
      paymentIntent: string | null
      setupIntent: string | null
    }
  /** The provider rejects the request; nothing was charged and a retry will not help. */
  | { kind: 'refused'; message: string; code: string | null }
  /**
   * The idempotency key was used with other parameters: something was, or is being, done under it.
   */
  | { kind: 'key_reused' }
  /** The same call is still in progress. */
  | { kind: 'busy' }
  /** No answer, or an unclear one: retry with the same key. */
  | { kind: 'unknown' }

/** Classifies a failed call at the provider. Other errors are rethrown. */
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
