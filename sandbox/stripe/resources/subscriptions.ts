import { type Stripe } from 'stripe'
import { z } from 'zod'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { Bool, Created, Expand, Int, List, mergeMetadata, MetadataParam, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation, type Surroundings } from '../operation.ts'
import { invalid, missing, StripeFailure } from '../stripe-failure.ts'
import { requireUsable } from './choose-method.ts'
import { newInvoice } from './new-invoice.ts'
import { getSubscriptionItem, newSubscription } from './new-subscription.ts'
import { collectInvoice, voidInvoice } from './pay-invoice.ts'
import { requirePaymentMethod, saveTo } from './payment-methods.ts'
import { requirePrice } from './prices.ts'
import { endSubscription, INCOMPLETE_SECONDS } from './renew-subscription.ts'
import { requireCustomer } from './require-customer.ts'

const PaymentSettings = z.strictObject({
  save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
})
const Create = z.strictObject({
  customer: Text,
  items: z
    .array(z.strictObject({ price: Text, quantity: Int.pipe(z.number().min(1)).optional() }))
    .length(1, 'the sandbox knows subscriptions with one item'),
  default_payment_method: Text.optional(),
  off_session: Bool.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  payment_settings: PaymentSettings.optional(),
  cancel_at_period_end: Bool.optional(),
  metadata: MetadataParam.optional(),
  expand: Expand,
})
const Update = z.strictObject({
  cancel_at_period_end: Bool.optional(),
  default_payment_method: Text.optional(),
  metadata: MetadataParam.optional(),
  expand: Expand,
})
const ListParameters = z.strictObject({
  ...List,
  customer: Text.optional(),
  price: Text.optional(),
  status: z
    .enum(['active', 'all', 'canceled', 'ended', 'incomplete', 'incomplete_expired', 'past_due', 'unpaid'])
    .optional(),
  created: Created,
})

async function requireSubscription(unit: UnitOfWork, id: string): Promise<StoredObject<'subscription'>> {
  const found = await unit.find('subscription', id)
  if (!found) throw missing('subscription', id)
  return found
}

async function requireRecurring(unit: UnitOfWork, id: string): Promise<Stripe.Price> {
  const { data } = await requirePrice(unit, id, 'items[0][price]')
  if (data.recurring) return data
  throw invalid(
    `The price specified is set to \`type=one_time\` but this field only accepts prices with ` +
      `\`type=recurring\`.`,
    { param: 'items[0][price]' },
  )
}

/** The card that pays from now on; it must belong to the customer, or to no customer yet. */
async function findMethod(unit: UnitOfWork, customer: string, id: string | undefined) {
  if (id === undefined) return undefined
  const method = await requirePaymentMethod(unit, id, 'default_payment_method')
  requireUsable(customer, method)
  if (!method.data.customer) {
    return { data: saveTo(unit, method, customer), hidden: method.hidden } as StoredObject<'payment_method'>
  }
  return method
}

async function create(at: Surroundings, params: z.output<typeof Create>) {
  const { unit } = at
  await requireCustomer(unit, params.customer, 'customer')
  const [item] = params.items
  const price = await requireRecurring(unit, item?.price ?? '')
  const method = await findMethod(unit, params.customer, params.default_payment_method)
  const behavior = params.payment_behavior ?? 'allow_incomplete'
  if (!method && behavior !== 'default_incomplete') {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider ' +
        'adding a default payment method.',
      { code: 'resource_missing' },
    )
  }
  const made = newSubscription(unit, {
    customer: params.customer,
    price,
    quantity: item?.quantity ?? 1,
    defaultMethod: method?.data.id ?? null,
    savesMethod: params.payment_settings?.save_default_payment_method === 'on_subscription',
    cancelAtPeriodEnd: params.cancel_at_period_end ?? false,
    metadata: mergeMetadata({}, params.metadata),
  })
  const invoice = await newInvoice(at, made, 'subscription_create')
  const subscription = { ...made, latest_invoice: invoice.data.id }
  unit.put('subscription', subscription, {}, unit.now + INCOMPLETE_SECONDS)
  unit.emit('customer.subscription.created', subscription)
  if (!method || behavior === 'default_incomplete') return subscription
  const collected = await collectInvoice(at, invoice, { method, offSession: params.off_session ?? false })
  if (!collected.paid && behavior === 'error_if_incomplete') throw refusalOf(collected.decline)
  return (await requireSubscription(unit, made.id)).data
}

/** A refusal with 402; nothing was created. */
function refusalOf(decline: { code: string; decline_code: string; message: string } | undefined) {
  return new StripeFailure(
    402,
    'card_error',
    decline ?? {
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be ' +
        'completed successfully. Payment can be completed using the PaymentIntent associated ' +
        'with `subscription.latest_invoice.payment_intent`.',
    },
  )
}

async function update(unit: UnitOfWork, params: z.output<typeof Update>, id: string) {
  const { data, hidden } = await requireSubscription(unit, id)
  if (data.ended_at) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const method = await findMethod(unit, getReferenceId(data.customer) ?? '', params.default_payment_method)
  const ends = params.cancel_at_period_end ?? data.cancel_at_period_end
  const subscription: Stripe.Subscription = {
    ...data,
    cancel_at_period_end: ends,
    cancel_at: ends ? getSubscriptionItem(data).current_period_end : null,
    canceled_at: ends ? (data.canceled_at ?? unit.now) : null,
    default_payment_method: method?.data.id ?? data.default_payment_method,
    metadata: mergeMetadata(data.metadata, params.metadata),
  }
  unit.put('subscription', subscription, hidden)
  unit.emit('customer.subscription.updated', subscription, {
    cancel_at_period_end: data.cancel_at_period_end,
  })
  return subscription
}

async function cancel(unit: UnitOfWork, id: string) {
  const stored = await requireSubscription(unit, id)
  if (stored.data.ended_at) throw missing('subscription', id)
  const invoice = await unit.find('invoice', getReferenceId(stored.data.latest_invoice) ?? '')
  if (stored.data.status === 'incomplete' && invoice) await voidInvoice(unit, invoice)
  return endSubscription(unit, stored, 'cancellation_requested')
}

const ENDED = ['canceled', 'incomplete_expired']
const LIVING = ['incomplete', 'active', 'past_due', 'unpaid', 'incomplete_expired']
const statuses = (all: string[]) => all.map((status) => ({ status }))

export const subscriptions = [
  operation('POST', '/v1/subscriptions', Create, create),
  operation('GET', '/v1/subscriptions', ListParameters, ({ unit }, { customer, status, price, ...query }) =>
    listPage(unit, 'subscription', '/v1/subscriptions', {
      ...query,
      match: {
        ...(customer ? { customer } : {}),
        ...(price ? { items: { data: [{ price: { id: price } }] } } : {}),
        ...(status && status !== 'all' && status !== 'ended' ? { status } : {}),
      },
      // Without a status filter the provider omits cancelled subscriptions.
      anyOf: status === undefined ? statuses(LIVING) : status === 'ended' ? statuses(ENDED) : undefined,
    }),
  ),
  operation(
    'GET',
    '/v1/subscriptions/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '']) => (await requireSubscription(unit, id)).data,
  ),
  operation('POST', '/v1/subscriptions/{id}', Update, ({ unit }, params, [id = '']) =>
    update(unit, params, id),
  ),
  operation(
    'DELETE',
    '/v1/subscriptions/{id}',
    z.strictObject({ invoice_now: Bool.optional(), prorate: Bool.optional(), expand: Expand }),
    ({ unit }, _, [id = '']) => cancel(unit, id),
  ),
]
