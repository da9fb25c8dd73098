import type Stripe from 'stripe'
import { type ProviderPaymentFacts } from '../rules/orders/order-states.ts'

/**
 * The current state of a payment at the provider: a hosted session (`cs_…`) or a PaymentIntent
 * (`pi_…`).
 */
export interface ProviderPayment extends ProviderPaymentFacts {
  reference: string
  paymentIntent: string | null
  /** Where the payer continues: the hosted page, or 3-D Secure. */
  redirectUrl: string | null
  /** For the payer's browser only; never stored, never logged. */
  clientSecret: string | null
  /** The provider's script shows 3-D Secure inside our page; there is no redirect. */
  actionInPage: boolean
  lastError: string | null
  card: { brand: string; last4: string } | null
  /** `pm_…` */
  paymentMethod: string | null
}

/** Reads the payment from the provider. Must not be called inside a database transaction. */
export async function readProviderPayment(stripe: Stripe, reference: string): Promise<ProviderPayment> {
  if (reference.startsWith('cs_')) {
    return fromSession(
      await stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge'] }),
    )
  }
  return fromIntent(await stripe.paymentIntents.retrieve(reference, { expand: ['latest_charge'] }))
}

export function fromIntent(intent: Stripe.PaymentIntent): ProviderPayment {
  return {
    reference: intent.id,
    paymentIntent: intent.id,
    status: intentStatus(intent.status),
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    metadata: intent.metadata,
    redirectUrl: intent.next_action?.redirect_to_url?.url ?? null,
    clientSecret: intent.client_secret,
    actionInPage: intent.next_action?.type === 'use_stripe_sdk',
    lastError: intent.last_payment_error?.message ?? null,
    card: cardOf(intent),
    paymentMethod: methodOf(intent),
  }
}

export function fromSession(session: Stripe.Checkout.Session): ProviderPayment {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const status = sessionStatus(session)
  return {
    reference: session.id,
    paymentIntent: intent?.id ?? (typeof session.payment_intent === 'string' ? session.payment_intent : null),
    status,
    amountCents: status === 'paid' && intent ? intent.amount_received : (session.amount_total ?? 0),
    currency: session.currency ?? '',
    metadata: session.metadata ?? {},
    redirectUrl: session.url,
    clientSecret: null,
    actionInPage: false,
    lastError: intent?.last_payment_error?.message ?? null,
    card: intent ? cardOf(intent) : null,
    paymentMethod: intent ? methodOf(intent) : null,
  }
}

function intentStatus(status: Stripe.PaymentIntent['status']): ProviderPaymentFacts['status'] {
  if (status === 'succeeded') return 'paid'
  if (status === 'canceled') return 'closed'
  if (status === 'processing') return 'processing'
  return status === 'requires_action' ? 'requires_action' : 'open'
}

function sessionStatus(session: Stripe.Checkout.Session): ProviderPaymentFacts['status'] {
  if (session.status === 'expired') return 'closed'
  if (session.status !== 'complete') return 'open'
  return session.payment_status === 'unpaid' ? 'processing' : 'paid'
}

function methodOf({ payment_method: method }: Stripe.PaymentIntent): string | null {
  return typeof method === 'string' ? method : (method?.id ?? null)
}

function cardOf(intent: Stripe.PaymentIntent): ProviderPayment['card'] {
  const charge = intent.latest_charge
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : null
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null
}
