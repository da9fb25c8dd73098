import { type Stripe } from 'stripe'
import { z } from 'zod'
import { type UnitOfWork } from '../../store/unit-of-work.ts'
import { Created, Expand, List, mergeMetadata, MetadataParam, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { missing } from '../stripe-failure.ts'
import { attachPaymentMethod } from './payment-methods.ts'
import { requireCustomer } from './require-customer.ts'

const Fields = {
  email: z.union([z.literal(''), z.string().max(512)]).optional(),
  name: z.string().max(256).optional(),
  phone: z.string().max(20).optional(),
  description: z.string().max(5000).optional(),
  metadata: MetadataParam.optional(),
  expand: Expand,
}
const Create = z.strictObject({ ...Fields, payment_method: Text.optional() })
const Update = z.strictObject(Fields)
const ListParameters = z.strictObject({ ...List, email: Text.optional(), created: Created })

export function newCustomer(unit: UnitOfWork, given: z.output<typeof Update>): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: unit.newId('cus_'),
    object: 'customer',
    balance: 0,
    created: unit.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: given.description || null,
    email: given.email || null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    name: given.name || null,
    phone: given.phone || null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  unit.put('customer', customer, {})
  unit.emit('customer.created', customer)
  return customer
}

/** Detaches the cards of a deleted customer, which cannot be used any more. */
async function detachAll(unit: UnitOfWork, customer: string) {
  const { data } = await unit.list('payment_method', { match: { customer }, limit: 100 })
  for (const { id } of data) {
    const stored = await unit.find('payment_method', id)
    if (stored)
      unit.put('payment_method', { ...stored.data, customer: null }, { ...stored.hidden, detached: true })
  }
}

export const customers = [
  operation('POST', '/v1/customers', Create, async ({ unit }, { payment_method, ...given }) => {
    const customer = newCustomer(unit, given)
    if (payment_method) await attachPaymentMethod(unit, payment_method, customer.id)
    return customer
  }),
  operation('GET', '/v1/customers', ListParameters, ({ unit }, { email, ...query }) =>
    listPage(unit, 'customer', '/v1/customers', { ...query, match: email ? { email } : {} }),
  ),
  operation(
    'GET',
    '/v1/customers/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '']) => {
      const found = await unit.find('customer', id)
      if (!found) throw missing('customer', id)
      return found.hidden.deleted ? { id, object: 'customer', deleted: true } : found.data
    },
  ),
  operation('POST', '/v1/customers/{id}', Update, async ({ unit }, given, [id = '']) => {
    const { data, hidden } = await requireCustomer(unit, id)
    const texts = Object.fromEntries(
      (['email', 'name', 'phone', 'description'] as const)
        .filter((key) => given[key] !== undefined)
        .map((key) => [key, given[key] || null]),
    )
    const customer = { ...data, ...texts, metadata: mergeMetadata(data.metadata, given.metadata) }
    unit.put('customer', customer, hidden)
    unit.emit('customer.updated', customer)
    return customer
  }),
  operation('DELETE', '/v1/customers/{id}', z.strictObject({}), async ({ unit }, _, [id = '']) => {
    const { data } = await requireCustomer(unit, id)
    unit.put('customer', data, { deleted: true })
    await detachAll(unit, id)
    unit.emit('customer.deleted', data)
    return { id, object: 'customer', deleted: true }
  }),
]
