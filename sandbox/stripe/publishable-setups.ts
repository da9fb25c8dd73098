import { type Stripe } from 'stripe'
import { z } from 'zod'
import { Bool, LongUrl, Text } from './form-parameters.ts'
import { operation } from './operation.ts'
import { confirmSetupIntent, requireOpenSetup, requireOwnSetup } from './resources/confirm-setup-intent.ts'
import { finishSetupAuthentication } from './resources/confirm-setup.ts'
import { newPaymentMethod } from './resources/new-payment-method.ts'
import { MethodData, readTypedCard } from './resources/typed-card.ts'
import { StripeFailure } from './stripe-failure.ts'

const Own = z.strictObject({ client_secret: Text })
const Confirm = z.strictObject({
  client_secret: Text,
  payment_method: Text.optional(),
  payment_method_data: MethodData.optional(),
  confirmation_token: Text.optional(),
  return_url: LongUrl.optional(),
  use_stripe_sdk: Bool.optional(),
})

/** Returns an intent for the owner's browser, without metadata and customer. */
function ownersView(intent: Partial<Stripe.SetupIntent>): Partial<Stripe.SetupIntent> {
  const {
    id,
    object,
    cancellation_reason,
    client_secret,
    created,
    description,
    last_setup_error,
    livemode,
    next_action,
    payment_method,
    payment_method_types,
    status,
    usage,
  } = intent
  return {
    id,
    object,
    cancellation_reason,
    client_secret,
    created,
    description,
    last_setup_error,
    livemode,
    next_action,
    payment_method,
    payment_method_types,
    status,
    usage,
  }
}

/**
 * Rethrows an error with the owner's view of the intent, because error replies include the intent
 * too.
 */
function hideOurs(error: unknown): never {
  if (!(error instanceof StripeFailure) || !error.details.setup_intent) throw error
  const intent = ownersView(error.details.setup_intent)
  throw new StripeFailure(error.status, error.type, { ...error.details, setup_intent: intent }, error.keeps)
}

/**
 * The calls that a page may make with the publishable key and the client secret of a setup intent.
 */
export const publishableSetups = [
  operation('GET', '/v1/setup_intents/{id}', Own, async ({ unit }, { client_secret }, [id = '']) =>
    ownersView((await requireOwnSetup(unit, id, client_secret)).data),
  ),
  operation('POST', '/v1/setup_intents/{id}/confirm', Confirm, async (at, given, [id = '']) => {
    const { client_secret: secret, payment_method_data: typed, ...params } = given
    const kept = await requireOwnSetup(at.unit, id, secret)
    requireOpenSetup(kept, 'confirm')
    if (typed) {
      const { card, expiry } = readTypedCard(typed.card, at.unit.now)
      const { data } = newPaymentMethod(at.unit, card, { expiry, billing: typed.billing_details })
      params.payment_method = data.id
    }
    return ownersView(await confirmSetupIntent(at, kept, params).catch(hideOurs))
  }),
  /** The shopper closed the bank's challenge. */
  operation('POST', '/v1/setup_intents/{id}/source_cancel', Own, async ({ unit }, given, [id = '']) => {
    const kept = await requireOwnSetup(unit, id, given.client_secret)
    if (kept.data.status !== 'requires_action') return ownersView(kept.data)
    return ownersView((await finishSetupAuthentication(unit, kept, false)).intent)
  }),
]
