import { type Stripe } from 'stripe'
import { z } from 'zod'
import { Bool, LongUrl, Text } from './form-parameters.ts'
import { operation } from './operation.ts'
import { publishableSetups } from './publishable-setups.ts'
import { confirmIntent, OPEN, requireOwnIntent, requireStatus } from './resources/confirm-intent.ts'
import { finishAuthentication } from './resources/confirm-payment.ts'
import { newConfirmationToken } from './resources/confirmation-tokens.ts'
import { newPaymentMethod } from './resources/new-payment-method.ts'
import { newToken } from './resources/tokens.ts'
import { MethodData, readTypedCard, TypedCard } from './resources/typed-card.ts'
import { StripeFailure } from './stripe-failure.ts'

const Usage = z.enum(['on_session', 'off_session'])
const NewConfirmationToken = z.strictObject({
  payment_method_data: MethodData,
  return_url: LongUrl.optional(),
  setup_future_usage: Usage.optional(),
})
const Confirm = z.strictObject({
  client_secret: Text,
  payment_method: Text.optional(),
  payment_method_data: MethodData.optional(),
  confirmation_token: Text.optional(),
  return_url: LongUrl.optional(),
  receipt_email: z.string().max(800).optional(),
  setup_future_usage: Usage.optional(),
  use_stripe_sdk: Bool.optional(),
})
const Own = z.strictObject({ client_secret: Text })

/** Returns an intent for the payer's browser, without metadata, customer and charge. */
export function presentForPayer(intent: Partial<Stripe.PaymentIntent>): Partial<Stripe.PaymentIntent> {
  const {
    id,
    object,
    amount,
    canceled_at,
    cancellation_reason,
    capture_method,
    client_secret,
    confirmation_method,
    created,
    currency,
    description,
    last_payment_error,
    livemode,
    next_action,
    payment_method,
    payment_method_types,
    receipt_email,
    setup_future_usage,
    shipping,
    status,
  } = intent
  return {
    id,
    object,
    amount,
    canceled_at,
    cancellation_reason,
    capture_method,
    client_secret,
    confirmation_method,
    created,
    currency,
    description,
    last_payment_error,
    livemode,
    next_action,
    payment_method,
    payment_method_types,
    receipt_email,
    setup_future_usage,
    shipping,
    status,
  }
}

/**
 * Rethrows an error with the payer's view of the intent, because error replies include the intent
 * too.
 */
function hideOurs(error: unknown): never {
  if (!(error instanceof StripeFailure) || !error.details.payment_intent) throw error
  const intent = presentForPayer(error.details.payment_intent)
  throw new StripeFailure(error.status, error.type, { ...error.details, payment_intent: intent }, error.keeps)
}

/**
 * Every call that a page may make with the publishable key. An intent is shown, confirmed or
 * cancelled only with its client secret.
 */
export const publishableOperations = [
  operation('GET', '/v1/elements/sessions', z.strictObject({}), () => ({
    object: 'elements_session',
    livemode: false,
  })),
  operation('POST', '/v1/confirmation_tokens', NewConfirmationToken, ({ unit }, given) =>
    newConfirmationToken(unit, {
      method: given.payment_method_data,
      returnUrl: given.return_url,
      setupFutureUsage: given.setup_future_usage,
    }),
  ),
  operation('POST', '/v1/payment_methods', MethodData, ({ unit }, given) => {
    const { card, expiry } = readTypedCard(given.card, unit.now)
    return newPaymentMethod(unit, card, { expiry, billing: given.billing_details, metadata: given.metadata })
      .data
  }),
  operation('POST', '/v1/tokens', z.strictObject({ card: TypedCard }), ({ unit }, given) =>
    newToken(unit, given.card),
  ),
  operation('GET', '/v1/payment_intents/{id}', Own, async ({ unit }, { client_secret }, [id = '']) =>
    presentForPayer((await requireOwnIntent(unit, id, client_secret)).data),
  ),
  operation('POST', '/v1/payment_intents/{id}/confirm', Confirm, async (at, given, [id = '']) => {
    const { client_secret: secret, payment_method_data: typed, ...params } = given
    const kept = await requireOwnIntent(at.unit, id, secret)
    requireStatus(kept, 'confirm', OPEN)
    if (typed) {
      const { card, expiry } = readTypedCard(typed.card, at.unit.now)
      params.payment_method = newPaymentMethod(at.unit, card, {
        expiry,
        billing: typed.billing_details,
      }).data.id
    }
    return presentForPayer(await confirmIntent(at, kept, params).catch(hideOurs))
  }),
  /** The shopper closed the bank's challenge. */
  operation('POST', '/v1/payment_intents/{id}/source_cancel', Own, async ({ unit }, given, [id = '']) => {
    const kept = await requireOwnIntent(unit, id, given.client_secret)
    if (kept.data.status !== 'requires_action') return presentForPayer(kept.data)
    return presentForPayer((await finishAuthentication(unit, kept, false)).intent)
  }),
  ...publishableSetups,
]
