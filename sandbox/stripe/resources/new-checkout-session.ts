import { type Stripe } from 'stripe'
import { type UnitOfWork } from '../../store/unit-of-work.ts'
import { mergeMetadata } from '../form-parameters.ts'
import { type Surroundings } from '../operation.ts'
import { invalid } from '../stripe-failure.ts'
import { blankSession } from './blank-session.ts'
import { type CreateSession } from './checkout-session-parameters.ts'
import { requireChargeable } from './new-payment-intent.ts'
import { requireCustomer } from './require-customer.ts'

type Item = NonNullable<CreateSession['line_items']>[number]

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

export async function newCheckoutSession(
  at: Surroundings,
  params: CreateSession,
): Promise<Stripe.Checkout.Session> {
  const { unit, publicUrl } = at
  const expiresAt = getExpiry(unit, params)
  await requireConsistent(unit, params)
  const id = unit.newId('cs_test_')
  const items = (params.line_items ?? []).map((item) => toLineItem(unit, item))
  const total = items.reduce((sum, item) => sum + item.amount_total, 0)
  if (params.mode === 'payment') requireChargeable(total, 'line_items')
  const session: Stripe.Checkout.Session = {
    ...blankSession(unit, id),
    ...(params.mode === 'payment' ? amountsOf(total) : { currency: params.currency ?? null }),
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    custom_text: {
      after_submit: params.custom_text?.after_submit ?? null,
      shipping_address: null,
      submit: params.custom_text?.submit ?? null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_creation: params.customer
      ? null
      : (params.customer_creation ?? (params.mode === 'setup' ? null : 'if_required')),
    customer_email: params.customer_email ?? null,
    expires_at: expiresAt,
    locale: params.locale ?? null,
    metadata: mergeMetadata({}, params.metadata),
    mode: params.mode,
    payment_status: params.mode === 'payment' ? 'unpaid' : 'no_payment_required',
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
    url: `${publicUrl}/sandbox/checkout/${id}`,
  }
  const data = params.mode === 'payment' ? params.payment_intent_data : params.setup_intent_data
  const intent = { ...data, metadata: mergeMetadata({}, data?.metadata) }
  unit.put('checkout.session', session, { items, intent }, expiresAt)
  return session
}

async function requireConsistent(unit: UnitOfWork, params: CreateSession) {
  if (params.customer && params.customer_email) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
    })
  }
  if (params.customer) await requireCustomer(unit, params.customer, 'customer')
  if (params.mode === 'payment' && !params.line_items) {
    throw invalid('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' })
  }
  if (params.mode === 'setup') requireSetupOnly(params)
  const foreign = params.mode === 'payment' ? 'setup_intent_data' : 'payment_intent_data'
  if (params[foreign])
    throw invalid(`You can not pass \`${foreign}\` in \`${params.mode}\` mode.`, { param: foreign })
}

/**
 * Checks parameters of `setup` mode, which sells nothing; its currency determines the payment
 * methods.
 */
function requireSetupOnly({ line_items, submit_type, currency }: CreateSession) {
  const [param] = [line_items && 'line_items', submit_type && 'submit_type'].filter(Boolean)
  if (param) throw invalid(`You can not pass \`${param}\` in \`setup\` mode.`, { param })
  if (!currency)
    throw invalid('Missing required param: currency.', { code: 'parameter_missing', param: 'currency' })
}

/**
 * Returns when the session expires.
 *
 * @throws StripeFailure outside 30 minutes to 24 hours from now
 */
function getExpiry(unit: UnitOfWork, { expires_at }: CreateSession): number {
  const at = expires_at ?? unit.now + DAY
  if (at < unit.now + 30 * MINUTE) {
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    })
  }
  if (at > unit.now + DAY) {
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    })
  }
  return at
}

export interface StoredLineItem {
  id: string
  amount_total: number
  description: string
  quantity: number
}

function toLineItem(unit: UnitOfWork, { price_data: price, quantity }: Item) {
  const amount = price.unit_amount * quantity
  return {
    id: unit.newId('li_'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.product_data.name,
    metadata: {},
    price: {
      id: unit.newId('price_'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: unit.now,
      currency: price.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: unit.newId('prod_'),
      recurring: null,
      tax_behavior: price.tax_behavior ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: price.unit_amount,
      unit_amount_decimal: String(price.unit_amount),
    },
    quantity,
  }
}

const amountsOf = (total: number) => ({
  amount_subtotal: total,
  amount_total: total,
  currency: 'usd',
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  invoice_creation: {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  },
})
