import { type Stripe } from 'stripe'
import { z } from 'zod'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { Expand, mergeMetadata, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation, type Surroundings } from '../operation.ts'
import { invalid } from '../stripe-failure.ts'
import { requireUsable } from './choose-method.ts'
import {
  confirmSetupIntent,
  requireOpenSetup,
  requireOwnSetup,
  requireSetup,
} from './confirm-setup-intent.ts'
import { newSetupIntent } from './new-setup-intent.ts'
import { requirePaymentMethod } from './payment-methods.ts'
import { requireCustomer } from './require-customer.ts'
import { CancelSetup, ConfirmSetup, CreateSetup, ListSetups, UpdateSetup } from './setup-intent-parameters.ts'

/** Sets the intent's card without authentication. */
async function setPaymentMethod(unit: UnitOfWork, stored: StoredObject<'setup_intent'>, methodId: string) {
  const method = await requirePaymentMethod(unit, methodId, 'payment_method')
  requireUsable(getReferenceId(stored.data.customer), method)
  const data: Stripe.SetupIntent = {
    ...stored.data,
    payment_method: method.data.id,
    status: 'requires_confirmation',
    next_action: null,
  }
  unit.put('setup_intent', data, stored.hidden)
  return data
}

async function create(at: Surroundings, params: z.output<typeof CreateSetup>) {
  if (params.customer) await requireCustomer(at.unit, params.customer, 'customer')
  if (params.automatic_payment_methods && params.allowed_payment_method_types) {
    throw invalid(
      'You may only specify one of these parameters: automatic_payment_methods, ' +
        'allowed_payment_method_types.',
      { code: 'parameters_exclusive' },
    )
  }
  for (const name of ['return_url', 'use_stripe_sdk', 'confirmation_token'] as const) {
    if (params[name] && !params.confirm) {
      throw invalid(`${name} can only be given together with confirm=true.`, { param: name })
    }
  }
  const made = newSetupIntent(at.unit, {
    ...params,
    metadata: mergeMetadata({}, params.metadata),
    request_three_d_secure: params.payment_method_options?.card?.request_three_d_secure,
  })
  if (params.confirm) return confirmSetupIntent(at, made, params)
  return params.payment_method ? setPaymentMethod(at.unit, made, params.payment_method) : made.data
}

async function update({ unit }: Surroundings, params: z.output<typeof UpdateSetup>, id: string) {
  const stored = await requireSetup(unit, id)
  requireOpenSetup(stored, 'update')
  if (params.customer) await requireCustomer(unit, params.customer, 'customer')
  const data: Stripe.SetupIntent = {
    ...stored.data,
    customer: params.customer ?? stored.data.customer,
    description: params.description === undefined ? stored.data.description : params.description || null,
    allowed_payment_method_types:
      params.allowed_payment_method_types ?? stored.data.allowed_payment_method_types,
    metadata: mergeMetadata(stored.data.metadata ?? {}, params.metadata),
  }
  const card = data.payment_method_options?.card
  const requested = params.payment_method_options?.card?.request_three_d_secure
  if (card && requested) card.request_three_d_secure = requested
  unit.put('setup_intent', data, stored.hidden)
  return params.payment_method
    ? setPaymentMethod(unit, { data, hidden: stored.hidden }, params.payment_method)
    : data
}

/** Cancels an open intent permanently. */
export function cancelSetup(
  unit: UnitOfWork,
  stored: StoredObject<'setup_intent'>,
  reason: Stripe.SetupIntent.CancellationReason | null,
): Stripe.SetupIntent {
  const intent: Stripe.SetupIntent = {
    ...stored.data,
    status: 'canceled',
    cancellation_reason: reason,
    next_action: null,
  }
  unit.put('setup_intent', intent, stored.hidden)
  unit.emit('setup_intent.canceled', intent)
  return intent
}

const Retrieve = z.strictObject({ expand: Expand, client_secret: Text.optional() })

export const setupIntents = [
  operation('POST', '/v1/setup_intents', CreateSetup, create),
  operation('GET', '/v1/setup_intents', ListSetups, ({ unit }, { customer, payment_method, ...query }) =>
    listPage(unit, 'setup_intent', '/v1/setup_intents', {
      ...query,
      match: { ...(customer ? { customer } : {}), ...(payment_method ? { payment_method } : {}) },
    }),
  ),
  operation('GET', '/v1/setup_intents/{id}', Retrieve, async ({ unit }, { client_secret }, [id = '']) => {
    const found =
      client_secret === undefined ? requireSetup(unit, id) : requireOwnSetup(unit, id, client_secret)
    return (await found).data
  }),
  operation('POST', '/v1/setup_intents/{id}', UpdateSetup, (at, params, [id = '']) => update(at, params, id)),
  operation('POST', '/v1/setup_intents/{id}/confirm', ConfirmSetup, async (at, params, [id = '']) => {
    const stored = await requireSetup(at.unit, id)
    requireOpenSetup(stored, 'confirm')
    return confirmSetupIntent(at, stored, params)
  }),
  operation('POST', '/v1/setup_intents/{id}/cancel', CancelSetup, async ({ unit }, given, [id = '']) => {
    const stored = await requireSetup(unit, id)
    requireOpenSetup(stored, 'cancel')
    return cancelSetup(unit, stored, given.cancellation_reason ?? null)
  }),
]
