import { createHash } from 'node:crypto'
import { type Stripe } from 'stripe'
import { z } from 'zod'
import { declineReasons } from '../../cards/decline-reasons.ts'
import { type CardName, findCardByTwin, getTestCard } from '../../cards/test-cards.ts'
import { idOf, type Kept, type UnitOfWork } from '../../store/unit-of-work.ts'
import { Expand, Int, List, mergeMetadata, MetadataParam, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { cardFailure, invalid, missing } from '../stripe-failure.ts'
import { requireCustomer } from './require-customer.ts'

export interface BillingDetails {
  email?: string | null
  name?: string | null
  phone?: string | null
}
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

/** The same for every use of one card, so that a card saved twice can be noticed. */
const fingerprintOf = (number: string) =>
  createHash('sha256').update(`sandbox ${number}`).digest('base64url').replace(/[-_]/g, '').slice(0, 16)

/** @param expiry of the card; test tokens get next year's December */
export function newPaymentMethod(
  unit: UnitOfWork,
  name: CardName,
  rest: {
    billing?: BillingDetails
    expiry?: { month: number; year: number }
    metadata?: Record<string, string>
  } = {},
): Kept<'payment_method'> {
  const card = getTestCard(name)
  const expiry = rest.expiry ?? { month: 12, year: new Date(unit.now * 1000).getUTCFullYear() + 1 }
  const data: Stripe.PaymentMethod = {
    id: unit.newId('pm_'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: rest.billing?.email ?? null,
      name: rest.billing?.name ?? null,
      phone: rest.billing?.phone ?? null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: card.country,
      display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: fingerprintOf(card.number),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: unit.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: rest.metadata ?? {},
    type: 'card',
  }
  const kept = { data, hidden: { card: name } }
  unit.put('payment_method', kept.data, kept.hidden)
  return kept
}

/** A kept payment method, or a new one for a test name such as `pm_card_visa`. */
export async function requirePaymentMethod(
  unit: UnitOfWork,
  id: string,
  param = 'id',
): Promise<Kept<'payment_method'>> {
  if (id.startsWith('tok_')) {
    throw invalid('A token may not be passed in as a PaymentMethod. Instead, create a PaymentMethod or convert an existing one.', { param }) // prettier-ignore
  }
  const twin = id.startsWith('pm_card_') ? findCardByTwin(id) : undefined
  if (twin) return newPaymentMethod(unit, twin)
  const found = await unit.find('payment_method', id)
  if (!found) throw missing('PaymentMethod', id, param)
  return found
}

/** @throws StripeFailure 402 for a card that declines when it is saved; 400 when it was used up or is somebody else's */
export async function attachPaymentMethod(unit: UnitOfWork, id: string, customerId: string) {
  await requireCustomer(unit, customerId, 'customer')
  const { data, hidden } = await requirePaymentMethod(unit, id)
  const owner = idOf(data.customer)
  if (owner === customerId) return data
  if (owner) throw invalid('The payment method you provided has already been attached to a customer.')
  if (hidden.detached || hidden.consumed) {
    throw invalid('This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.') // prettier-ignore
  }
  const card = getTestCard(hidden.card)
  if (card.outcome !== 'ok' && !card.saves && card.authentication === 'never') {
    throw cardFailure(declineReasons[card.outcome])
  }
  return saveTo(unit, { data, hidden }, customerId)
}

/** Ties the card to the customer without asking the bank again. */
export function saveTo(unit: UnitOfWork, { data, hidden }: Kept<'payment_method'>, customerId: string) {
  const attached = { ...data, customer: customerId }
  unit.put('payment_method', attached, hidden)
  unit.emit('payment_method.attached', attached)
  return attached
}

export const paymentMethods = [
  operation('POST', '/v1/payment_methods', Create, ({ unit }, { card, billing_details, metadata }) => {
    const name = card.token.startsWith('tok_') ? findCardByTwin(card.token) : undefined
    if (!name) throw missing('token', card.token, 'card[token]')
    return newPaymentMethod(unit, name, { billing: billing_details, metadata: mergeMetadata({}, metadata) })
      .data
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
      if (!data.customer) throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.') // prettier-ignore
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
      if (idOf(data.customer) !== id) throw missing('PaymentMethod', method)
      return data
    },
  ),
]
