import type Stripe from 'stripe'
import { type ApiDeps } from '../deps.ts'
import { isKeyStillValid } from '../rules/money/payment-attempt.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { adoptLostPayment, beginPayment } from './begin-payment.ts'
import { type PaymentAttempt } from '../store/payments/find-attempt.ts'
import { failAttempt, storeReference } from './record-attempt.ts'

/** After this time no call is under way at the provider, so a used key has its answer. */
const SETTLED_AFTER_MS = 10 * 60_000

/**
 * Finds out what became of an attempt whose call was lost, without charging anybody, before it is
 * closed. A card payment is requested again under its own key, but without card and confirmation.
 * If the first call never arrived, this creates an empty intent and uses up the key; if it did
 * arrive, the key is refused and our metadata finds the result.
 */
export async function resolveLostAttempt(deps: ApiDeps, attempt: PaymentAttempt): Promise<void> {
  const params = attempt.params as unknown as Stripe.PaymentIntentCreateParams
  const now = deps.clock.now()
  const charges = attempt.kind === 'pi' && params.confirm === true
  if (!charges || !isKeyStillValid(attempt.createdAt, now)) {
    await beginPayment(deps, attempt)
    return
  }
  try {
    const empty = await deps.stripe.paymentIntents.create(withoutCard(params), {
      idempotencyKey: attempt.idemKey,
    })
    await storeReference(deps, attempt, empty.id)
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'refused') await failAttempt(deps, attempt, failure.message)
    if (failure.kind !== 'key_reused' || (await adoptLostPayment(deps, attempt))) return
    // The first answer was an error without effect; the provider repeats it.
    if (now.getTime() - attempt.createdAt.getTime() > SETTLED_AFTER_MS) await beginPayment(deps, attempt)
  }
}

function withoutCard(params: Stripe.PaymentIntentCreateParams): Stripe.PaymentIntentCreateParams {
  const { amount, currency, description, allowed_payment_method_types: types, metadata } = params
  return {
    amount,
    currency,
    ...(description === undefined ? {} : { description }),
    ...(types === undefined ? {} : { allowed_payment_method_types: types }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}
