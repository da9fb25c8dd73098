import { type Stripe } from 'stripe'
import { z } from 'zod'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { Expand, mergeMetadata, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation, type Surroundings } from '../operation.ts'
import { invalid } from '../stripe-failure.ts'
import { requireUsable } from './choose-method.ts'
import { confirmIntent, OPEN, requireIntent, requireOwnIntent, requireStatus } from './confirm-intent.ts'
import { newPaymentIntent, requireChargeable } from './new-payment-intent.ts'
import {
  CancelIntent,
  CaptureIntent,
  ConfirmIntent,
  CreateIntent,
  ListIntents,
  UpdateIntent,
} from './payment-intent-parameters.ts'
import { requirePaymentMethod } from './payment-methods.ts'
import { requireCustomer } from './require-customer.ts'

/** Sets the intent's card without charging it. */
async function setPaymentMethod(unit: UnitOfWork, stored: StoredObject<'payment_intent'>, methodId: string) {
  const method = await requirePaymentMethod(unit, methodId, 'payment_method')
  requireUsable(getReferenceId(stored.data.customer), method)
  const data: Stripe.PaymentIntent = {
    ...stored.data,
    payment_method: method.data.id,
    status: 'requires_confirmation',
    next_action: null,
  }
  unit.put('payment_intent', data, stored.hidden)
  return { data, hidden: stored.hidden }
}

async function create(at: Surroundings, params: z.output<typeof CreateIntent>) {
  if (params.customer) await requireCustomer(at.unit, params.customer, 'customer')
  if (params.automatic_payment_methods && params.allowed_payment_method_types) {
    throw invalid(
      'You may only specify one of these parameters: automatic_payment_methods, ' +
        'allowed_payment_method_types.',
      { code: 'parameters_exclusive' },
    )
  }
  for (const name of [
    'off_session',
    'return_url',
    'error_on_requires_action',
    'use_stripe_sdk',
    'confirmation_token',
  ] as const) {
    if (params[name] && !params.confirm) {
      throw invalid(`${name} can only be given together with confirm=true.`, { param: name })
    }
  }
  const facts = {
    ...params,
    metadata: mergeMetadata({}, params.metadata),
    request_three_d_secure: params.payment_method_options?.card?.request_three_d_secure,
  }
  const made = newPaymentIntent(at.unit, facts)
  if (params.confirm) return confirmIntent(at, made, params)
  return params.payment_method
    ? (await setPaymentMethod(at.unit, made, params.payment_method)).data
    : made.data
}

async function update({ unit }: Surroundings, params: z.output<typeof UpdateIntent>, id: string) {
  const stored = await requireIntent(unit, id)
  requireStatus(stored, 'update', OPEN)
  if (params.customer) await requireCustomer(unit, params.customer, 'customer')
  if (params.amount !== undefined) requireChargeable(params.amount)
  const { metadata, payment_method, payment_method_options: options, ...plain } = params
  const given = Object.fromEntries(
    Object.entries(plain)
      .filter(([key]) => key !== 'expand')
      .map(([key, value]) => [key, value === '' ? null : value]),
  )
  const data: Stripe.PaymentIntent = {
    ...stored.data,
    ...given,
    metadata: mergeMetadata(stored.data.metadata, metadata),
  }
  const card = data.payment_method_options?.card
  if (card && options?.card?.request_three_d_secure)
    card.request_three_d_secure = options.card.request_three_d_secure
  unit.put('payment_intent', data, stored.hidden)
  return payment_method
    ? (await setPaymentMethod(unit, { data, hidden: stored.hidden }, payment_method)).data
    : data
}

async function capture({ unit }: Surroundings, params: z.output<typeof CaptureIntent>, id: string) {
  const stored = await requireIntent(unit, id)
  requireStatus(stored, 'capture', ['requires_capture'])
  const amount = params.amount_to_capture ?? stored.data.amount_capturable
  if (amount < 1 || amount > stored.data.amount_capturable) {
    throw invalid('The amount to capture is more than what may be captured.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  }
  const held = await unit.find('charge', getReferenceId(stored.data.latest_charge) ?? '')
  if (!held) throw new Error(`${id} has no charge`)
  const charge = {
    ...held.data,
    captured: true,
    amount_captured: amount,
    amount_refunded: held.data.amount - amount,
  }
  unit.put('charge', charge, held.hidden)
  unit.emit('charge.captured', charge)
  const intent: Stripe.PaymentIntent = {
    ...stored.data,
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
  }
  unit.put('payment_intent', intent, stored.hidden)
  unit.emit('payment_intent.succeeded', intent)
  return intent
}

/** Cancels an open payment permanently. */
export function cancelIntent(
  unit: UnitOfWork,
  stored: StoredObject<'payment_intent'>,
  reason: Stripe.PaymentIntent.CancellationReason | null,
) {
  const intent: Stripe.PaymentIntent = {
    ...stored.data,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: unit.now,
    cancellation_reason: reason,
    next_action: null,
  }
  unit.put('payment_intent', intent, stored.hidden)
  unit.emit('payment_intent.canceled', intent)
  return intent
}

export const paymentIntents = [
  operation('POST', '/v1/payment_intents', CreateIntent, create),
  operation('GET', '/v1/payment_intents', ListIntents, ({ unit }, { customer, ...query }) =>
    listPage(unit, 'payment_intent', '/v1/payment_intents', {
      ...query,
      match: customer ? { customer } : {},
    }),
  ),
  operation(
    'GET',
    '/v1/payment_intents/{id}',
    z.strictObject({ expand: Expand, client_secret: Text.optional() }),
    async ({ unit }, { client_secret: secret }, [id = '']) =>
      (await (secret === undefined ? requireIntent(unit, id) : requireOwnIntent(unit, id, secret))).data,
  ),
  operation('POST', '/v1/payment_intents/{id}', UpdateIntent, (at, params, [id = '']) =>
    update(at, params, id),
  ),
  operation('POST', '/v1/payment_intents/{id}/confirm', ConfirmIntent, async (at, params, [id = '']) => {
    const stored = await requireIntent(at.unit, id)
    requireStatus(stored, 'confirm', OPEN)
    return confirmIntent(at, stored, params)
  }),
  operation('POST', '/v1/payment_intents/{id}/capture', CaptureIntent, (at, params, [id = '']) =>
    capture(at, params, id),
  ),
  operation(
    'POST',
    '/v1/payment_intents/{id}/cancel',
    CancelIntent,
    async ({ unit }, { cancellation_reason }, [id = '']) => {
      const stored = await requireIntent(unit, id)
      requireStatus(stored, 'cancel', [...OPEN, 'requires_capture'])
      return cancelIntent(unit, stored, cancellation_reason ?? null)
    },
  ),
]
