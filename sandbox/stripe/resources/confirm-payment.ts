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
import { bankQuestion, describeFailure } from './authentication.ts'
import { newCharge } from './new-charge.ts'
import { saveTo } from './payment-methods.ts'

export interface Confirmation {
  method: StoredObject<'payment_method'>
  /** Where 3-D Secure brings the shopper back to. */
  returnUrl?: string
  /** The shopper is not there to prove themselves. */
  offSession?: boolean
  /** Ask for 3-D Secure whatever the card. */
  alwaysAuthenticate?: boolean
}

/** How an attempt ended; a decline leaves the intent ready for another card. */
export interface Settled {
  intent: Stripe.PaymentIntent
  decline?: Decline
  charge?: Stripe.Charge
}

/**
 * Tries the card: paid, declined, or waiting for 3-D Secure. Payment states:
 * https://docs.stripe.com/payments/paymentintents/lifecycle.
 */
export function confirmPayment(
  at: Surroundings,
  kept: StoredObject<'payment_intent'>,
  how: Confirmation,
): Settled {
  const { unit, publicUrl } = at
  if (!needsAuthentication(how)) return settlePayment(unit, kept, how.method)
  if (how.offSession) return refuse(unit, kept, how.method, authenticationRequired)
  const intent: Stripe.PaymentIntent = {
    ...kept.data,
    status: 'requires_action',
    payment_method: how.method.data.id,
    last_payment_error: null,
    next_action: bankQuestion(publicUrl, kept.data.id, how.returnUrl),
  }
  unit.put('payment_intent', intent, {
    ...kept.hidden,
    ...(how.returnUrl ? { returnUrl: how.returnUrl } : {}),
  })
  unit.emit('payment_intent.requires_action', intent)
  return { intent }
}

/** The end of 3-D Secure. */
export async function finishAuthentication(
  unit: UnitOfWork,
  kept: StoredObject<'payment_intent'>,
  proved: boolean,
): Promise<Settled> {
  const method = await unit.find('payment_method', getReferenceId(kept.data.payment_method) ?? '')
  if (!method) throw new Error(`${kept.data.id} waits for 3-D Secure without a card`)
  return proved
    ? settlePayment(unit, kept, method, true)
    : failAttempt(unit, kept, method, authenticationFailed, undefined)
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
  kept: StoredObject<'payment_intent'>,
  method: StoredObject<'payment_method'>,
  authenticated = false,
): Settled {
  const { outcome } = getTestCard(method.hidden.card)
  if (outcome !== 'ok') return refuse(unit, kept, method, declineReasons[outcome], authenticated)
  const { data } = kept
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
  unit.put('payment_intent', intent, kept.hidden)
  unit.emit(charge.captured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', intent)
  keepMethod(unit, intent, method)
  return { intent, charge }
}

/**
 * Saves the card when the payment asked for it; a card without a customer is used up by its
 * payment.
 */
function keepMethod(
  unit: UnitOfWork,
  intent: Stripe.PaymentIntent,
  { data, hidden }: StoredObject<'payment_method'>,
) {
  const customer = getReferenceId(intent.customer)
  if (!customer) {
    unit.put('payment_method', data, { ...hidden, consumed: true })
  } else if (intent.setup_future_usage) {
    const kept = { data, hidden: { ...hidden, setUp: true } }
    if (data.customer) unit.put('payment_method', kept.data, kept.hidden)
    else saveTo(unit, kept, customer)
  } else if (!data.customer) {
    unit.put('payment_method', data, { ...hidden, consumed: true })
  }
}

function refuse(
  unit: UnitOfWork,
  kept: StoredObject<'payment_intent'>,
  method: StoredObject<'payment_method'>,
  decline: Decline,
  authenticated = false,
): Settled {
  const charge = newCharge(unit, { intent: kept.data, method, decline, authenticated })
  return failAttempt(unit, kept, method, decline, charge)
}

function failAttempt(
  unit: UnitOfWork,
  kept: StoredObject<'payment_intent'>,
  method: StoredObject<'payment_method'>,
  decline: Decline,
  charge: Stripe.Charge | undefined,
): Settled {
  const intent: Stripe.PaymentIntent = {
    ...kept.data,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: charge?.id ?? kept.data.latest_charge,
    last_payment_error: {
      ...describeFailure(decline, method, charge !== undefined),
      ...(charge ? { charge: charge.id } : {}),
    },
  }
  unit.put('payment_intent', intent, kept.hidden)
  unit.emit('payment_intent.payment_failed', intent)
  return charge ? { intent, decline, charge } : { intent, decline }
}
