import { type Stripe } from 'stripe'
import { getReferenceId, type StoredObject } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { newPaymentIntent } from './new-payment-intent.ts'
import { getSubscriptionItem } from './new-subscription.ts'

export type BillingReason = 'subscription_create' | 'subscription_cycle'

/**
 * Creates the invoice of a subscription's period, finalized at once, with its payment intent:
 * https://docs.stripe.com/api/invoices/object.
 */
export async function newInvoice(
  { unit, publicUrl }: Surroundings,
  subscription: Stripe.Subscription,
  reason: BillingReason,
): Promise<StoredObject<'invoice'>> {
  const id = unit.newId('in_')
  const customer = getReferenceId(subscription.customer) ?? ''
  const item = getSubscriptionItem(subscription)
  const amount = (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
  const who = await unit.find('customer', customer)
  const intent = newPaymentIntent(
    unit,
    {
      amount,
      currency: subscription.currency,
      customer,
      metadata: {},
      description: 'Subscription creation',
      setup_future_usage: 'off_session',
      allowed_payment_method_types: ['card'],
    },
    { invoice: id },
  )
  const invoice: Stripe.Invoice = {
    ...blankInvoice(unit.now),
    id,
    amount_due: amount,
    amount_remaining: amount,
    billing_reason: reason,
    currency: subscription.currency,
    customer,
    customer_email: who?.data.email ?? null,
    customer_name: who?.data.name ?? null,
    default_payment_method: null,
    hosted_invoice_url: `${publicUrl}/sandbox/invoice/${id}`,
    lines: {
      object: 'list',
      data: [lineOf(unit.newId('il_'), id, subscription, amount)],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    number: `SANDBOX-${id.slice(-6).toUpperCase()}`,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_start: item.current_period_start,
    period_end: item.current_period_end,
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
  }
  const hidden = { paymentIntent: intent.data.id }
  unit.put('invoice', invoice, hidden)
  unit.emit('invoice.created', invoice)
  unit.emit('invoice.finalized', invoice)
  return { data: invoice, hidden }
}

function lineOf(
  id: string,
  invoice: string,
  subscription: Stripe.Subscription,
  amount: number,
): Stripe.InvoiceLineItem {
  const item = getSubscriptionItem(subscription)
  return {
    id,
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: null,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: getReferenceId(item.price.product as string) ?? '' },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: String(item.quantity ?? 1) as unknown as Stripe.InvoiceLineItem['quantity_decimal'],
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

/** The fields that the shop does not use, with the provider's defaults. */
const blankInvoice = (now: number): Stripe.Invoice => ({
  id: '',
  object: 'invoice',
  account_country: 'US',
  account_name: null,
  account_tax_ids: null,
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  billing_reason: null,
  collection_method: 'charge_automatically',
  created: now,
  currency: 'usd',
  custom_fields: null,
  customer: null,
  customer_account: null,
  customer_address: null,
  customer_email: null,
  customer_name: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: now,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  lines: { object: 'list', data: [], has_more: false, url: '' },
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  parent: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  period_end: now,
  period_start: now,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  status: 'open',
  status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  subtotal: 0,
  subtotal_excluding_tax: 0,
  test_clock: null,
  total: 0,
  total_discount_amounts: [],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: now,
})
