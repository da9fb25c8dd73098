import { type Stripe } from 'stripe'
import { type z } from 'zod'
import { type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { cardFailure, invalid, missing, StripeFailure } from '../stripe-failure.ts'
import { chooseMethod } from './choose-method.ts'
import { confirmPayment } from './confirm-payment.ts'
import { type ConfirmIntent } from './payment-intent-parameters.ts'

type Params = z.output<typeof ConfirmIntent>

export const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export async function requireIntent(unit: UnitOfWork, id: string): Promise<StoredObject<'payment_intent'>> {
  const found = await unit.find('payment_intent', id)
  if (!found) throw missing('payment_intent', id, 'intent')
  return found
}

/**
 * Finds an intent by its client secret. A caller who only knows the id gets the same answer as for
 * an unknown intent.
 */
export async function requireOwnIntent(unit: UnitOfWork, id: string, clientSecret: string) {
  const found = await unit.find('payment_intent', id)
  if (found?.data.client_secret !== clientSecret) throw missing('payment_intent', id, 'intent')
  return found
}

/** @throws StripeFailure payment_intent_unexpected_state, with the current intent */
export function requireStatus(
  { data, hidden }: StoredObject<'payment_intent'>,
  verb: string,
  allowed: string[],
) {
  if (hidden.session && data.status !== 'requires_capture') {
    throw invalid(
      `You cannot ${verb} this PaymentIntent because it was created by a Checkout Session. ` +
        'Expire the session instead.',
    )
  }
  if (allowed.includes(data.status)) return
  throw new StripeFailure(400, 'invalid_request_error', {
    code: 'payment_intent_unexpected_state',
    message:
      `You cannot ${verb} this PaymentIntent because it has a status of ${data.status}. Only a ` +
      `PaymentIntent with one of the following statuses may be used so: ${allowed.join(', ')}.`,
    payment_intent: data,
  })
}

/** @throws StripeFailure 402 when the card is declined; the intent can be tried again */
export async function confirmIntent(
  at: Surroundings,
  stored: StoredObject<'payment_intent'>,
  params: Params,
) {
  const { method, token } = await chooseMethod(at.unit, stored.data, params)
  const usage = params.setup_future_usage ?? token?.setup_future_usage
  const data: Stripe.PaymentIntent = {
    ...stored.data,
    ...(params.receipt_email ? { receipt_email: params.receipt_email } : {}),
    ...(usage ? { setup_future_usage: usage } : {}),
  }
  const requested = params.payment_method_options?.card?.request_three_d_secure
  const threeDSecure = requested ?? data.payment_method_options?.card?.request_three_d_secure
  // A card that the page's own script collected is authenticated inside the page, unless the call
  // says otherwise.
  const inPage = params.use_stripe_sdk ?? token?.use_stripe_sdk ?? false
  const settled = confirmPayment(
    at,
    { data, hidden: stored.hidden },
    {
      method,
      returnUrl: inPage ? undefined : (params.return_url ?? token?.return_url ?? stored.hidden.returnUrl),
      offSession: params.off_session || params.error_on_requires_action,
      alwaysAuthenticate: threeDSecure === 'any' || threeDSecure === 'challenge',
    },
  )
  if (settled.decline) {
    throw cardFailure(settled.decline, {
      charge: settled.charge?.id,
      payment_intent: settled.intent,
      payment_method: method.data,
    })
  }
  return settled.intent
}
