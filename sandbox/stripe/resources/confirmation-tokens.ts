import { type Stripe } from 'stripe'
import { z } from 'zod'
import { type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { Expand } from '../form-parameters.ts'
import { operation } from '../operation.ts'
import { invalid, missing } from '../stripe-failure.ts'
import { presentBilling, presentCard, newPaymentMethod } from './new-payment-method.ts'
import { type MethodData, readTypedCard } from './typed-card.ts'

/** An unused token is valid for twelve hours. */
const LIFETIME_SECONDS = 12 * 3600

export interface TokenFacts {
  method: z.output<typeof MethodData>
  returnUrl?: string
  setupFutureUsage?: 'on_session' | 'off_session'
}

/**
 * Creates a token with what the shopper typed, for one confirmation:
 * https://docs.stripe.com/api/confirmation_tokens.
 */
export function newConfirmationToken(unit: UnitOfWork, facts: TokenFacts): Stripe.ConfirmationToken {
  const { card, expiry } = readTypedCard(facts.method.card, unit.now)
  const token: Stripe.ConfirmationToken = {
    id: unit.newId('ctoken_'),
    object: 'confirmation_token',
    created: unit.now,
    expires_at: unit.now + LIFETIME_SECONDS,
    livemode: false,
    metadata: null,
    payment_intent: null,
    payment_method_options: { card: null },
    payment_method_preview: {
      allow_redisplay: facts.method.allow_redisplay ?? 'unspecified',
      billing_details: presentBilling(facts.method.billing_details ?? {}),
      card: presentCard(card, expiry),
      customer: null,
      customer_account: null,
      type: 'card',
    },
    return_url: facts.returnUrl ?? null,
    setup_future_usage: facts.setupFutureUsage ?? null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  }
  unit.put('confirmation_token', token, { card })
  return token
}

/**
 * Consumes a token for one confirmation of an intent, whatever its result.
 *
 * @throws StripeFailure 400 when it is unknown, used or too old; nothing changes then
 */
export async function consumeConfirmationToken(
  unit: UnitOfWork,
  id: string,
  intent: { object: 'payment_intent' | 'setup_intent'; id: string },
): Promise<{ token: Stripe.ConfirmationToken; method: StoredObject<'payment_method'> }> {
  const stored = await unit.find('confirmation_token', id)
  if (!stored) throw missing('confirmation_token', id, 'confirmation_token')
  const { data, hidden } = stored
  if (data.payment_intent ?? data.setup_intent) {
    throw invalid(`The ConfirmationToken ${id} was used before; make a new one for each confirmation.`, {
      param: 'confirmation_token',
    })
  }
  if (data.expires_at !== null && data.expires_at <= unit.now) {
    throw invalid(`The ConfirmationToken ${id} has expired.`, { param: 'confirmation_token' })
  }
  const { card, billing_details: billing } = data.payment_method_preview ?? {}
  const expiry = card && { month: card.exp_month, year: card.exp_year }
  const method = newPaymentMethod(unit, hidden.card, { billing, expiry })
  const token = { ...data, [intent.object]: intent.id, expires_at: null }
  unit.put('confirmation_token', token, hidden)
  return { token, method }
}

export const confirmationTokens = [
  operation(
    'GET',
    '/v1/confirmation_tokens/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '']) => {
      const found = await unit.find('confirmation_token', id)
      if (!found) throw missing('confirmation_token', id)
      return found.data
    },
  ),
]
