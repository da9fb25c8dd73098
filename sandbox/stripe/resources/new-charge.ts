import { type Stripe } from 'stripe'
import { type Decline } from '../../cards/decline-reasons.ts'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { moveCharge } from './balance-transactions.ts'

export interface ChargeFacts {
  intent: Stripe.PaymentIntent
  method: StoredObject<'payment_method'>
  decline: Decline | undefined
  /** The shopper authenticated with 3-D Secure. */
  authenticated: boolean
}

/** Creates a charge, paid or refused by the bank. */
export function newCharge(unit: UnitOfWork, facts: ChargeFacts): Stripe.Charge {
  const { intent, method, decline } = facts
  const captured = !decline && intent.capture_method !== 'manual'
  const id = unit.newId('ch_')
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: captured ? moveCharge(unit, { id, amount: intent.amount }) : null,
    billing_details: method.data.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured,
    created: unit.now,
    currency: intent.currency,
    customer: getReferenceId(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.data.id,
    payment_method_details: { type: 'card', card: cardDetails(facts) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  unit.put('charge', charge, { card: method.hidden.card })
  unit.emit(decline ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  const blocked = decline?.decline_code === 'fraudulent'
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: blocked ? 'not_sent_to_network' : decline ? 'declined_by_network' : 'approved_by_network',
    reason: blocked ? 'highest_risk_level' : (decline?.decline_code ?? null),
    risk_level: blocked ? 'highest' : 'normal',
    seller_message: blocked
      ? 'The payment was blocked as too risky.'
      : decline
        ? 'The bank did not return any further details with this decline.'
        : 'Payment complete.',
    type: blocked ? 'blocked' : decline ? 'issuer_declined' : 'authorized',
  }
}

function cardDetails({
  intent,
  method,
  decline,
  authenticated,
}: ChargeFacts): Stripe.Charge.PaymentMethodDetails.Card {
  const { card } = method.data
  if (!card) throw new Error('A payment method without a card')
  return {
    amount_authorized: decline ? null : intent.amount,
    authorization_code: null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: decline?.code === 'incorrect_cvc' ? 'fail' : 'pass',
    },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}
