import Stripe from 'stripe'

/**
 * Replaces a provider that does not answer; tests of payments pass the sandbox's client instead.
 */
export function unreachableStripe(): Stripe {
  return new Stripe('sk_test_unreachable', {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(() => Promise.reject(new TypeError('fetch failed'))),
  })
}
