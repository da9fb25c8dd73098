import type Stripe from 'stripe'
import { type ApiDeps } from '../deps.ts'
import { isKeyStillValid } from '../rules/money/payment-attempt.ts'
import { type ProviderFailure, readProviderFailure } from '../gateways/stripe-client.ts'
import { type PaymentAttempt } from '../store/payments/find-attempt.ts'
import { failAttempt, storeReference } from './record-attempt.ts'

export type BeginPaymentResult =
  | { ok: true }
  | { ok: false; reason: 'card_declined'; message: string }
  | {
      ok: false
      reason: 'too_many_cards' | 'card_refused' | 'payment_in_progress' | 'payment_provider_unavailable'
    }

/** A call without an answer for this long may still have created something. */
const LOST_AFTER_MS = 5 * 60_000
/** Allows for a difference between clocks. */
const SKEW_SECONDS = 120

/**
 * Creates the provider's object of a written attempt and stores the result. It may be repeated
 * after a crash or a lost answer: parameters and key belong to the attempt, so the provider acts
 * once. When the provider may have forgotten the key, nothing is requested again: our metadata
 * finds what was created, if anything.
 */
export async function beginPayment(deps: ApiDeps, attempt: PaymentAttempt): Promise<BeginPaymentResult> {
  if (!isKeyStillValid(attempt.createdAt, deps.clock.now())) return adoptOrFail(deps, attempt)
  try {
    const object = await createAtProvider(deps.stripe, attempt)
    await storeReference(deps, attempt, object.reference)
    return { ok: true }
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'declined' && failure.paymentIntent) {
      await storeReference(deps, attempt, failure.paymentIntent, failure.message)
    } else if (failure.kind === 'declined' || failure.kind === 'refused') {
      await failAttempt(deps, attempt, failure.message)
    } else if (isLost(failure, attempt, deps.clock.now()) && (await adoptLostPayment(deps, attempt))) {
      return { ok: true }
    }
    return beginRefusal(deps, attempt, failure)
  }
}

async function createAtProvider(stripe: Stripe, attempt: PaymentAttempt): Promise<{ reference: string }> {
  const options = { idempotencyKey: attempt.idemKey }
  if (attempt.kind === 'cs') {
    // `buildCreateParams` wrote them for this kind; JSON storage keeps plain values only.
    const params = attempt.params as Stripe.Checkout.SessionCreateParams
    return { reference: (await stripe.checkout.sessions.create(params, options)).id }
  }
  const params = attempt.params as unknown as Stripe.PaymentIntentCreateParams
  return { reference: (await stripe.paymentIntents.create(params, options)).id }
}

function isLost(failure: ProviderFailure, attempt: PaymentAttempt, now: Date): boolean {
  if (failure.kind === 'key_reused') return true
  return failure.kind === 'unknown' && now.getTime() - attempt.createdAt.getTime() > LOST_AFTER_MS
}

/**
 * Adopts what the provider created without our knowledge. False when there is nothing, or no
 * answer.
 */
export async function adoptLostPayment(deps: ApiDeps, attempt: PaymentAttempt): Promise<boolean> {
  try {
    const reference = await findLostPayment(deps.stripe, attempt)
    if (reference !== undefined) await storeReference(deps, attempt, reference)
    return reference !== undefined
  } catch (error) {
    readProviderFailure(error)
    return false
  }
}

async function adoptOrFail(deps: ApiDeps, attempt: PaymentAttempt): Promise<BeginPaymentResult> {
  try {
    const reference = await findLostPayment(deps.stripe, attempt)
    if (reference === undefined) {
      await failAttempt(deps, attempt, 'It never reached the payment provider')
      return { ok: false, reason: 'card_refused' }
    }
    await storeReference(deps, attempt, reference)
    return { ok: true }
  } catch (error) {
    return beginRefusal(deps, attempt, readProviderFailure(error))
  }
}

/** What a failed call means for the payer. */
export function beginRefusal(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  failure: ProviderFailure,
): BeginPaymentResult {
  if (failure.kind === 'declined') return { ok: false, reason: 'card_declined', message: failure.message }
  if (failure.kind === 'busy' || failure.kind === 'key_reused') {
    return { ok: false, reason: 'payment_in_progress' }
  }
  if (failure.kind === 'unknown') {
    deps.log.warn({ attempt: attempt.id }, 'the payment provider gave no answer')
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
  deps.log.error({ attempt: attempt.id, detail: failure.message }, 'the payment provider refused a request')
  return { ok: false, reason: 'card_refused' }
}

/**
 * Searches the provider for the result of an attempt whose answer was lost, by our metadata. It
 * reads lists and not the search, which lags behind
 * (https://docs.stripe.com/search#data-freshness).
 * @returns `cs_…` or `pi_…`, undefined when nothing was created
 * @throws the provider's error when it does not answer
 */
async function findLostPayment(stripe: Stripe, attempt: PaymentAttempt): Promise<string | undefined> {
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
