import { z } from 'zod'
import { declineReasons } from '../../cards/decline-reasons.ts'
import { findCardByTestName, getTestCard } from '../../cards/test-cards.ts'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { Expand, Int, List, mergeMetadata, MetadataParam, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { cardFailure, invalid, missing } from '../stripe-failure.ts'
import { newPaymentMethod } from './new-payment-method.ts'
import { requireCustomer } from './require-customer.ts'
import { resolveTokenMethod } from './tokens.ts'

const Billing = z.strictObject({ email: Text.optional(), name: Text.optional(), phone: Text.optional() })
const Create = z.strictObject({
  type: z.literal('card', { error: 'only card is supported here' }),
  card: z.strictObject({ token: Text }),
  billing_details: Billing.optional(),
  metadata: MetadataParam.optional(),
  expand: Expand,
})
const Update = z.strictObject({
  billing_details: Billing.optional(),
  card: z.strictObject({ exp_month: Int.optional(), exp_year: Int.optional() }).optional(),
  metadata: MetadataParam.optional(),
  expand: Expand,
})
const Attach = z.strictObject({ customer: Text, expand: Expand })
const ListParameters = z.strictObject({
  ...List,
  customer: Text.optional(),
  type: z.literal('card').optional(),
})
const OfCustomer = z.strictObject({ ...List, type: z.literal('card').optional() })

/** Finds a stored payment method, or creates one for a test name such as `pm_card_visa`. */
export async function requirePaymentMethod(
  unit: UnitOfWork,
  id: string,
  param = 'id',
): Promise<StoredObject<'payment_method'>> {
  if (id.startsWith('tok_')) {
    throw invalid(
      'A token may not be passed in as a PaymentMethod. Instead, create a PaymentMethod or ' +
        'convert an existing one.',
      { param },
    )
  }
  const testCard = id.startsWith('pm_card_') ? findCardByTestName(id) : undefined
  if (testCard) return newPaymentMethod(unit, testCard)
  const found = await unit.find('payment_method', id)
  if (!found) throw missing('PaymentMethod', id, param)
  return found
}

/**
 * @throws StripeFailure 402 for a card that is declined when it is saved; 400 for a used card or
 *   one of another customer
 */
export async function attachPaymentMethod(unit: UnitOfWork, id: string, customerId: string) {
  await requireCustomer(unit, customerId, 'customer')
  const { data, hidden } = await requirePaymentMethod(unit, id)
  const owner = getReferenceId(data.customer)
  if (owner === customerId) return data
  if (owner) throw invalid('The payment method you provided has already been attached to a customer.')
  if (hidden.detached || hidden.consumed) {
    throw invalid(
      'This PaymentMethod was previously used without being attached to a Customer or was ' +
        'detached from a Customer, and may not be used again.',
    )
  }
  const card = getTestCard(hidden.card)
  if (card.outcome !== 'ok' && !card.saves && card.authentication === 'never') {
    throw cardFailure(declineReasons[card.outcome])
  }
  return saveTo(unit, { data, hidden }, customerId)
}

/** Attaches the card to the customer without authentication. */
export function saveTo(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'payment_method'>,
  customerId: string,
) {
  const attached = { ...data, customer: customerId }
  unit.put('payment_method', attached, hidden)
  unit.emit('payment_method.attached', attached)
  return attached
}

export const paymentMethods = [
  operation('POST', '/v1/payment_methods', Create, async ({ unit }, { card, billing_details, metadata }) => {
    const rest = { billing: billing_details, metadata: mergeMetadata({}, metadata) }
    return (await resolveTokenMethod(unit, card.token, rest)).data
  }),
  operation('GET', '/v1/payment_methods', ListParameters, ({ unit }, { customer, ...query }) =>
    listPage(unit, 'payment_method', '/v1/payment_methods', {
      ...query,
      match: { customer: customer ?? null },
    }),
  ),
  operation(
    'GET',
    '/v1/payment_methods/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '']) => {
      return (await requirePaymentMethod(unit, id)).data
    },
  ),
  operation('POST', '/v1/payment_methods/{id}', Update, async ({ unit }, given, [id = '']) => {
    const { data, hidden } = await requirePaymentMethod(unit, id)
    const updated = {
      ...data,
      billing_details: { ...data.billing_details, ...given.billing_details },
      ...(data.card ? { card: { ...data.card, ...given.card } } : {}),
      metadata: mergeMetadata(data.metadata ?? {}, given.metadata),
    }
    unit.put('payment_method', updated, hidden)
    unit.emit('payment_method.updated', updated)
    return updated
  }),
  operation('POST', '/v1/payment_methods/{id}/attach', Attach, ({ unit }, { customer }, [id = '']) =>
    attachPaymentMethod(unit, id, customer),
  ),
  operation(
    'POST',
    '/v1/payment_methods/{id}/detach',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '']) => {
      const { data, hidden } = await requirePaymentMethod(unit, id)
      if (!data.customer)
        throw invalid(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        )
      const detached = { ...data, customer: null }
      unit.put('payment_method', detached, { ...hidden, detached: true })
      unit.emit('payment_method.detached', detached, { customer: data.customer })
      return detached
    },
  ),
  operation('GET', '/v1/customers/{id}/payment_methods', OfCustomer, async ({ unit }, query, [id = '']) => {
    await requireCustomer(unit, id)
    return listPage(unit, 'payment_method', `/v1/customers/${id}/payment_methods`, {
      ...query,
      match: { customer: id },
    })
  }),
  operation(
    'GET',
    '/v1/customers/{id}/payment_methods/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '', method = '']) => {
      await requireCustomer(unit, id)
      const { data } = await requirePaymentMethod(unit, method)
      if (getReferenceId(data.customer) !== id) throw missing('PaymentMethod', method)
      return data
    },
  ),
]
