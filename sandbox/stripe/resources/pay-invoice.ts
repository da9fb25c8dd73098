import { type Stripe } from 'stripe'
import { type Decline } from '../../cards/decline-reasons.ts'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { confirmPayment, finishAuthentication, type Settled } from './confirm-payment.ts'
import { cancelIntent } from './payment-intents.ts'
import { getSubscriptionItem } from './new-subscription.ts'

export interface Collection {
  method: StoredObject<'payment_method'>
  offSession: boolean
  /** Where the payer returns to after 3-D Secure. */
  returnUrl?: string | undefined
}

export interface Collected {
  invoice: StoredObject<'invoice'>
  paid: boolean
  decline?: Decline
  intent: Stripe.PaymentIntent
}

/** Charges an open invoice to a card and stores the result in the invoice and its subscription. */
export async function collectInvoice(
  at: Surroundings,
  invoice: StoredObject<'invoice'>,
  how: Collection,
): Promise<Collected> {
  const intent = await intentOf(at.unit, invoice)
  const settled = confirmPayment(at, intent, how)
  return settleInvoice(at.unit, invoice, settled)
}

/** Continues an invoice's payment after 3-D Secure. */
export async function finishInvoicePayment(
  unit: UnitOfWork,
  intent: StoredObject<'payment_intent'>,
  authenticated: boolean,
): Promise<Collected | undefined> {
  const invoice = await unit.find('invoice', intent.hidden.invoice ?? '')
  if (invoice?.data.status !== 'open') return undefined
  return settleInvoice(unit, invoice, await finishAuthentication(unit, intent, authenticated))
}

async function intentOf(unit: UnitOfWork, { data, hidden }: StoredObject<'invoice'>) {
  const found = await unit.find('payment_intent', hidden.paymentIntent ?? '')
  if (!found) throw new Error(`${data.id} has no payment`)
  return found
}

async function settleInvoice(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'invoice'>,
  settled: Settled,
): Promise<Collected> {
  const { intent, decline } = settled
  const paid = intent.status === 'succeeded'
  const invoice: Stripe.Invoice = {
    ...data,
    attempted: true,
    attempt_count: intent.status === 'requires_action' ? data.attempt_count : data.attempt_count + 1,
    ...(paid
      ? {
          status: 'paid' as const,
          amount_paid: data.amount_due,
          amount_remaining: 0,
          next_payment_attempt: null,
          status_transitions: { ...data.status_transitions, paid_at: unit.now },
        }
      : {}),
  }
  const stored = { data: invoice, hidden: { ...hidden, lastError: decline?.message } }
  unit.put('invoice', stored.data, stored.hidden)
  if (paid) {
    unit.emit('invoice.paid', invoice)
    unit.emit('invoice.payment_succeeded', invoice)
    await startPaidPeriod(unit, invoice, intent)
  } else if (intent.status === 'requires_action') {
    unit.emit('invoice.payment_action_required', invoice)
  } else {
    unit.emit('invoice.payment_failed', invoice)
  }
  return { invoice: stored, paid, intent, ...(decline ? { decline } : {}) }
}

export const findInvoiceSubscription = ({ parent }: Stripe.Invoice): string =>
  getReferenceId(parent?.subscription_details?.subscription as string | undefined) ?? ''

/** Activates a paid subscription and stores its card if the subscription is set to do so. */
async function startPaidPeriod(unit: UnitOfWork, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent) {
  const stored = await unit.find('subscription', findInvoiceSubscription(invoice))
  if (!stored || !['incomplete', 'past_due', 'unpaid'].includes(stored.data.status)) return
  const savesMethod = stored.data.payment_settings?.save_default_payment_method === 'on_subscription'
  const subscription: Stripe.Subscription = {
    ...stored.data,
    status: 'active',
    default_payment_method: savesMethod
      ? getReferenceId(intent.payment_method)
      : stored.data.default_payment_method,
  }
  unit.put('subscription', subscription, stored.hidden, getSubscriptionItem(subscription).current_period_end)
  unit.emit('customer.subscription.updated', subscription, { status: stored.data.status })
}

/** Voids an open invoice. */
export async function voidInvoice(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'invoice'>,
): Promise<void> {
  if (data.status !== 'open') return
  const invoice: Stripe.Invoice = {
    ...data,
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...data.status_transitions, voided_at: unit.now },
  }
  unit.put('invoice', invoice, hidden)
  unit.emit('invoice.voided', invoice)
  const intent = await intentOf(unit, { data, hidden })
  if (intent.data.status !== 'canceled') cancelIntent(unit, intent, 'void_invoice')
}
