import { type Stripe } from 'stripe'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { invalid, StripeFailure } from '../stripe-failure.ts'
import { consumeConfirmationToken } from './confirmation-tokens.ts'
import { requirePaymentMethod } from './payment-methods.ts'

export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

export interface ChosenMethod {
  method: StoredObject<'payment_method'>
  token?: Stripe.ConfirmationToken
}

/** The field of a refusal that contains its intent. */
export const presentIntent = (intent: Intent) =>
  intent.object === 'payment_intent' ? { payment_intent: intent } : { setup_intent: intent }

export const getIntentKind = (intent: Intent) =>
  intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'

/**
 * Finds the card to confirm an intent with: the given one, or else that of the intent.
 *
 * @throws StripeFailure 400 when there is none, or it cannot be used with this intent
 */
export async function chooseMethod(
  unit: UnitOfWork,
  intent: Intent,
  given: { payment_method?: string | undefined; confirmation_token?: string | undefined },
): Promise<ChosenMethod> {
  const chosen = await findMethod(unit, intent, given)
  requireUsable(getReferenceId(intent.customer), chosen.method)
  return chosen
}

async function findMethod(
  unit: UnitOfWork,
  intent: Intent,
  given: { payment_method?: string | undefined; confirmation_token?: string | undefined },
): Promise<ChosenMethod> {
  if (given.confirmation_token !== undefined) {
    if (given.payment_method !== undefined) {
      throw invalid('You may only specify one of these parameters: payment_method, confirmation_token.', {
        code: 'parameters_exclusive',
      })
    }
    return consumeConfirmationToken(unit, given.confirmation_token, intent)
  }
  const id = given.payment_method ?? getReferenceId(intent.payment_method)
  if (id) return { method: await requirePaymentMethod(unit, id, 'payment_method') }
  const name = getIntentKind(intent)
  throw new StripeFailure(400, 'invalid_request_error', {
    code: `${intent.object}_unexpected_state`,
    message:
      `You cannot confirm this ${name} because it's missing a payment method. Update the ${name} ` +
      'with a payment method and then confirm it again.',
    ...presentIntent(intent),
  })
}

/**
 * @throws StripeFailure 400 for another customer's card, and for one that was used up or detached
 */
export function requireUsable(customer: string | null, { data, hidden }: StoredObject<'payment_method'>) {
  const owner = getReferenceId(data.customer)
  if (owner && owner !== customer) {
    throw invalid(
      customer
        ? `The customer ${customer} does not have a payment method with the ID ${data.id}. The ` +
            'payment method must belong to the customer.'
        : 'The PaymentMethod you provided is attached to a customer so for security purposes you ' +
            'must provide the customer in the request.',
      { param: 'payment_method' },
    )
  }
  if (hidden.detached || hidden.consumed) {
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer ' +
        'attachment, or was detached from a Customer, and may not be used again. To use a ' +
        'PaymentMethod multiple times, you must attach it to a Customer first.',
    )
  }
}
