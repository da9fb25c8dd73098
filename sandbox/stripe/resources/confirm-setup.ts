import { type Stripe } from 'stripe'
import { type Decline, declineReasons, setupAuthenticationFailed } from '../../cards/decline-reasons.ts'
import { getTestCard } from '../../cards/test-cards.ts'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { authenticationAction, describeFailure } from './authentication.ts'
import { saveTo } from './payment-methods.ts'

export interface SetupConfirmation {
  method: StoredObject<'payment_method'>
  /** Where the shopper returns to after 3-D Secure; undefined when it is inside the page. */
  returnUrl?: string | undefined
  /** Requires 3-D Secure for every card. */
  alwaysAuthenticate?: boolean
}

/** The result of an attempt; after a decline the intent can be tried with another card. */
export interface SettledSetup {
  intent: Stripe.SetupIntent
  decline?: Decline
}

/** Saves the card. It is saved, declined, or waits for 3-D Secure. */
export function confirmSetup(
  at: Surroundings,
  stored: StoredObject<'setup_intent'>,
  how: SetupConfirmation,
): SettledSetup {
  const { unit, publicUrl } = at
  const tried = { data: { ...stored.data, latest_attempt: unit.newId('setatt_') }, hidden: stored.hidden }
  if (!needsAuthentication(how)) return settleSetup(unit, tried, how.method)
  const intent: Stripe.SetupIntent = {
    ...tried.data,
    status: 'requires_action',
    payment_method: how.method.data.id,
    last_setup_error: null,
    next_action: authenticationAction(publicUrl, stored.data.id, how.returnUrl),
  }
  const hidden = { ...stored.hidden, ...(how.returnUrl ? { returnUrl: how.returnUrl } : {}) }
  unit.put('setup_intent', intent, hidden)
  unit.emit('setup_intent.requires_action', intent)
  return { intent }
}

/** Continues saving a card after 3-D Secure. */
export async function finishSetupAuthentication(
  unit: UnitOfWork,
  stored: StoredObject<'setup_intent'>,
  authenticated: boolean,
): Promise<SettledSetup> {
  const method = await unit.find('payment_method', getReferenceId(stored.data.payment_method) ?? '')
  if (!method) throw new Error(`${stored.data.id} waits for 3-D Secure without a card`)
  return authenticated
    ? settleSetup(unit, stored, method)
    : refuseSetup(unit, stored, method, setupAuthenticationFailed)
}

/** Cards that can require 3-D Secure require it when they are saved for the first time. */
function needsAuthentication({ method, alwaysAuthenticate }: SetupConfirmation): boolean {
  const { authentication } = getTestCard(method.hidden.card)
  if (alwaysAuthenticate || authentication === 'always') return true
  return authentication !== 'never' && !method.hidden.setUp
}

function settleSetup(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'setup_intent'>,
  method: StoredObject<'payment_method'>,
): SettledSetup {
  const { outcome, saves } = getTestCard(method.hidden.card)
  if (outcome !== 'ok' && !saves) return refuseSetup(unit, { data, hidden }, method, declineReasons[outcome])
  const customer = getReferenceId(data.customer)
  const setUp = { data: method.data, hidden: { ...method.hidden, setUp: true } }
  if (customer && !method.data.customer) saveTo(unit, setUp, customer)
  else unit.put('payment_method', setUp.data, setUp.hidden)
  const intent: Stripe.SetupIntent = {
    ...data,
    status: 'succeeded',
    payment_method: method.data.id,
    last_setup_error: null,
    next_action: null,
  }
  unit.put('setup_intent', intent, hidden)
  unit.emit('setup_intent.succeeded', intent)
  return { intent }
}

function refuseSetup(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'setup_intent'>,
  method: StoredObject<'payment_method'>,
  decline: Decline,
): SettledSetup {
  const intent: Stripe.SetupIntent = {
    ...data,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: describeFailure(decline, method, decline !== setupAuthenticationFailed),
  }
  unit.put('setup_intent', intent, hidden)
  unit.emit('setup_intent.setup_failed', intent)
  return { intent, decline }
}
