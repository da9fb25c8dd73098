import { type z } from 'zod'
import { type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { cardFailure, invalid, missing, StripeFailure } from '../stripe-failure.ts'
import { chooseMethod } from './choose-method.ts'
import { confirmSetup } from './confirm-setup.ts'
import { type ConfirmSetup } from './setup-intent-parameters.ts'

/** Statuses in which an intent can be confirmed, changed or cancelled. */
export const OPEN_SETUP = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export async function requireSetup(unit: UnitOfWork, id: string): Promise<StoredObject<'setup_intent'>> {
  const found = await unit.find('setup_intent', id)
  if (!found) throw missing('setupintent', id, 'intent')
  return found
}

/**
 * Finds an intent by its client secret. A caller who only knows the id gets the same answer as for
 * an unknown intent.
 */
export async function requireOwnSetup(unit: UnitOfWork, id: string, clientSecret: string) {
  const found = await unit.find('setup_intent', id)
  if (found?.data.client_secret !== clientSecret) throw missing('setupintent', id, 'intent')
  return found
}

/** @throws StripeFailure setup_intent_unexpected_state, with the current intent */
export function requireOpenSetup({ data, hidden }: StoredObject<'setup_intent'>, verb: string) {
  if (hidden.session) {
    throw invalid(
      `You cannot ${verb} this SetupIntent because it was created by a Checkout Session. ` +
        'Expire the session instead.',
    )
  }
  if (OPEN_SETUP.includes(data.status)) return
  throw new StripeFailure(400, 'invalid_request_error', {
    code: 'setup_intent_unexpected_state',
    message:
      `You cannot ${verb} this SetupIntent because it has a status of ${data.status}. Only a ` +
      `SetupIntent with one of the following statuses may be used so: ${OPEN_SETUP.join(', ')}.`,
    setup_intent: data,
  })
}

/**
 * @throws StripeFailure 402 when the card cannot be saved; the intent can be tried with another one
 */
export async function confirmSetupIntent(
  at: Surroundings,
  stored: StoredObject<'setup_intent'>,
  params: z.output<typeof ConfirmSetup>,
) {
  const { method, token } = await chooseMethod(at.unit, stored.data, params)
  const {
    request_three_d_secure: requested = stored.data.payment_method_options?.card?.request_three_d_secure,
  } = params.payment_method_options?.card ?? {}
  const inPage = params.use_stripe_sdk ?? token?.use_stripe_sdk ?? false
  const { intent, decline } = confirmSetup(at, stored, {
    method,
    returnUrl: inPage ? undefined : (params.return_url ?? token?.return_url ?? stored.hidden.returnUrl),
    alwaysAuthenticate: requested === 'any' || requested === 'challenge',
  })
  if (decline) throw cardFailure(decline, { payment_method: method.data, setup_intent: intent })
  return intent
}
