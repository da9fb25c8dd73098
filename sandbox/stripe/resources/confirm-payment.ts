import { type Stripe } from 'stripe'
import {
  authenticationFailed,
  authenticationRequired,
  type Decline,
  declineReasons,
} from '../../cards/decline-reasons.ts'
import { getTestCard } from '../../cards/test-cards.ts'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { authenticationAction, describeFailure } from './authentication.ts'
import { newCharge } from './new-charge.ts'
import { saveTo } from './payment-methods.ts'

export interface Confirmation {
  method: StoredObject<'payment_method'>
  /** Where the shopper returns to after 3-D Secure. */
  returnUrl?: string
  /** The shopper is not present and cannot authenticate. */
  offSession?: boolean
  /** Requires 3-D Secure for every card. */
  alwaysAuthenticate?: boolean
}

/** The result of an attempt; after a decline the intent can be tried with another card. */
export interface Settled {
  intent: Stripe.PaymentIntent
  decline?: Decline
  charge?: Stripe.Charge
}

/**
 * Charges the card. It is paid, declined, or waits for 3-D Secure:
 * https://docs.stripe.com/payments/paymentintents/lifecycle.
 */
export function confirmPayment(
  at: Surroundings,
  stored: StoredObject<'payment_intent'>,
  how: Confirmation,
): Settled {
  const { unit, publicUrl } = at
  if (!needsAuthentication(how)) return settlePayment(unit, stored, how.method)
  if (how.offSession) return refuse(unit, stored, how.method, authenticationRequired)
  const intent: Stripe.PaymentIntent = {
    ...stored.data,
    status: 'requires_action',
    payment_method: how.method.data.id,
    last_payment_error: null,
    next_action: authenticationAction(publicUrl, stored.data.id, how.returnUrl),
  }
  unit.put('payment_intent', intent, {
    ...stored.hidden,
    ...(how.returnUrl ? { returnUrl: how.returnUrl } : {}),
  })
  unit.emit('payment_intent.requires_action', intent)
  return { intent }
}

/** Continues a payment after 3-D Secure. */
export async function finishAuthentication(
  unit: UnitOfWork,
  stored: StoredObject<'payment_intent'>,
  authenticated: boolean,
): Promise<Settled> {
  const method = await unit.find('payment_method', getReferenceId(stored.data.payment_method) ?? '')
  if (!method) throw new Error(`${stored.data.id} waits for 3-D Secure without a card`)
  return authenticated
    ? settlePayment(unit, stored, method, true)
    : failAttempt(unit, stored, method, authenticationFailed, undefined)
}

function needsAuthentication({ method, offSession, alwaysAuthenticate }: Confirmation): boolean {
  const { authentication } = getTestCard(method.hidden.card)
  if (alwaysAuthenticate && !offSession) return true
  if (authentication === 'always') return true
  if (authentication === 'unless_set_up') return !method.hidden.setUp
  return authentication === 'on_session_only' && !offSession
}

function settlePayment(
  unit: UnitOfWork,
  stored: StoredObject<'payment_intent'>,
  method: StoredObject<'payment_method'>,
  authenticated = false,
): Settled {
  const { outcome } = getTestCard(method.hidden.card)
  if (outcome !== 'ok') return refuse(unit, stored, method, declineReasons[outcome], authenticated)
  const { data } = stored
  const charge = newCharge(unit, { intent: data, method, decline: undefined, authenticated })
  const intent: Stripe.PaymentIntent = {
    ...data,
    status: charge.captured ? 'succeeded' : 'requires_capture',
    amount_received: charge.amount_captured,
    amount_capturable: charge.captured ? 0 : data.amount,
    payment_method: method.data.id,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  }
  unit.put('payment_intent', intent, stored.hidden)
  unit.emit(charge.captured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', intent)
  saveMethod(unit, intent, method)
  return { intent, charge }
}

/** Saves the card if the payment requested it. A card without a customer can be used only once. */
function saveMethod(
  unit: UnitOfWork,
  intent: Stripe.PaymentIntent,
  { data, hidden }: StoredObject<'payment_method'>,
) {
  const customer = getReferenceId(intent.customer)
  if (!customer) {
    unit.put('payment_method', data, { ...hidden, consumed: true })
  } else if (intent.setup_future_usage) {
    const stored = { data, hidden: { ...hidden, setUp: true } }
    if (data.customer) unit.put('payment_method', stored.data, stored.hidden)
    else saveTo(unit, stored, customer)
  } else if (!data.customer) {
    unit.put('payment_method', data, { ...hidden, consumed: true })
  }
}

function refuse(
  unit: UnitOfWork,
  stored: StoredObject<'payment_intent'>,
  method: StoredObject<'payment_method'>,
  decline: Decline,
  authenticated = false,
): Settled {
  const charge = newCharge(unit, { intent: stored.data, method, decline, authenticated })
  return failAttempt(unit, stored, method, decline, charge)
}

function failAttempt(
  unit: UnitOfWork,
  stored: StoredObject<'payment_intent'>,
  method: StoredObject<'payment_method'>,
  decline: Decline,
  charge: Stripe.Charge | undefined,
): Settled {
  const intent: Stripe.PaymentIntent = {
    ...stored.data,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: charge?.id ?? stored.data.latest_charge,
    last_payment_error: {
      ...describeFailure(decline, method, charge !== undefined),
      ...(charge ? { charge: charge.id } : {}),
    },
  }
  unit.put('payment_intent', intent, stored.hidden)
  unit.emit('payment_intent.payment_failed', intent)
  return charge ? { intent, decline, charge } : { intent, decline }
}
