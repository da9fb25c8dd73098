import { type Stripe } from 'stripe'
import { z } from 'zod'
import { type StoredObject, getReferenceId, type UnitOfWork } from '../../store/unit-of-work.ts'
import { Bool, Created, Expand, List, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation, type Surroundings } from '../operation.ts'
import { cardFailure, invalid, missing } from '../stripe-failure.ts'
import { requireUsable } from './choose-method.ts'
import { collectInvoice, findInvoiceSubscription } from './pay-invoice.ts'
import { requirePaymentMethod } from './payment-methods.ts'

const ListParameters = z.strictObject({
  ...List,
  customer: Text.optional(),
  subscription: Text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  created: Created,
})
const Pay = z.strictObject({
  payment_method: Text.optional(),
  off_session: Bool.optional(),
  expand: Expand,
})

async function requireInvoice(unit: UnitOfWork, id: string): Promise<StoredObject<'invoice'>> {
  const found = await unit.find('invoice', id)
  if (!found) throw missing('invoice', id)
  return found
}

/** Adds an invoice's payments, which are only included when requested by `expand`. */
async function withPayments(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'invoice'>,
  isExpanded: boolean,
) {
  if (!isExpanded) return data
  const intent = await unit.find('payment_intent', hidden.paymentIntent ?? '')
  const paid = data.status === 'paid'
  const payment: Stripe.InvoicePayment = {
    id: `inpay_${data.id.slice(3)}`,
    object: 'invoice_payment',
    amount_paid: paid ? data.amount_paid : null,
    amount_requested: data.amount_due,
    created: data.created,
    currency: data.currency,
    invoice: data.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent?.data.id ?? '', type: 'payment_intent' },
    status: paid ? 'paid' : data.status === 'void' ? 'canceled' : 'open',
    status_transitions: {
      canceled_at: data.status_transitions.voided_at,
      paid_at: data.status_transitions.paid_at,
    },
  }
  const url = `/v1/invoice_payments?invoice=${data.id}`
  return { ...data, payments: { object: 'list' as const, data: [payment], has_more: false, url } }
}

async function list(unit: UnitOfWork, params: z.output<typeof ListParameters>) {
  const { customer, subscription, status, expand = [], ...query } = params
  const page = await listPage(unit, 'invoice', '/v1/invoices', {
    ...query,
    match: {
      ...(customer ? { customer } : {}),
      ...(status ? { status } : {}),
      ...(subscription ? { parent: { subscription_details: { subscription } } } : {}),
    },
  })
  const isExpanded = expand.includes('data.payments')
  const shown = []
  for (const { id } of page.data)
    shown.push(await withPayments(unit, await requireInvoice(unit, id), isExpanded))
  return { ...page, data: shown }
}

async function pay(at: Surroundings, params: z.output<typeof Pay>, id: string) {
  const { unit } = at
  const stored = await requireInvoice(unit, id)
  if (stored.data.status === 'paid')
    throw invalid('Invoice is already paid', { code: 'invoice_already_paid' })
  if (stored.data.status !== 'open') throw invalid('This invoice can no longer be paid.')
  const subscription = await unit.find('subscription', findInvoiceSubscription(stored.data))
  const chosen = params.payment_method ?? getReferenceId(subscription?.data.default_payment_method)
  if (!chosen)
    throw invalid('There is no payment method to pay this invoice with.', { param: 'payment_method' })
  const method = await requirePaymentMethod(unit, chosen, 'payment_method')
  requireUsable(getReferenceId(stored.data.customer as string), method)
  const collected = await collectInvoice(at, stored, { method, offSession: params.off_session ?? true })
  if (collected.decline) {
    throw cardFailure(collected.decline, { payment_intent: collected.intent, payment_method: method.data })
  }
  return collected.invoice.data
}

export const invoices = [
  operation('GET', '/v1/invoices', ListParameters, ({ unit }, params) => list(unit, params)),
  operation(
    'GET',
    '/v1/invoices/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, { expand = [] }, [id = '']) =>
      withPayments(unit, await requireInvoice(unit, id), expand.includes('payments')),
  ),
  operation('POST', '/v1/invoices/{id}/pay', Pay, (at, params, [id = '']) => pay(at, params, id)),
]
