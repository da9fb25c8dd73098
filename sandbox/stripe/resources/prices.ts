import { type Stripe } from 'stripe'
import { z } from 'zod'
import { type UnitOfWork } from '../../store/unit-of-work.ts'
import { Bool, Created, Expand, Int, List, mergeMetadata, MetadataParam, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { missing } from '../stripe-failure.ts'
import { requireProduct } from './products.ts'

const Recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: Int.pipe(z.number().min(1).max(36)).optional(),
})
const Create = z.strictObject({
  currency: z.literal('usd'),
  unit_amount: Int.pipe(z.number().min(0)),
  product: Text,
  recurring: Recurring.optional(),
  nickname: Text.optional(),
  lookup_key: Text.optional(),
  metadata: MetadataParam.optional(),
  expand: Expand,
})
const Update = z.strictObject({
  active: Bool.optional(),
  nickname: Text.optional(),
  metadata: MetadataParam.optional(),
  expand: Expand,
})
const ListParameters = z.strictObject({
  ...List,
  active: Bool.optional(),
  product: Text.optional(),
  created: Created,
})

/** @throws StripeFailure resource_missing */
export async function requirePrice(unit: UnitOfWork, id: string, param = 'id') {
  const found = await unit.find('price', id)
  if (!found) throw missing('price', id, param)
  return found
}

async function create(unit: UnitOfWork, given: z.output<typeof Create>) {
  await requireProduct(unit, given.product, 'product')
  const { recurring } = given
  const price: Stripe.Price = {
    id: unit.newId('price_'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: unit.now,
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergeMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product: given.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount) as unknown as Stripe.Price['unit_amount_decimal'],
  }
  unit.put('price', price, {})
  unit.emit('price.created', price)
  return price
}

export const prices = [
  operation('POST', '/v1/prices', Create, ({ unit }, given) => create(unit, given)),
  operation('GET', '/v1/prices', ListParameters, ({ unit }, { active, product, ...query }) =>
    listPage(unit, 'price', '/v1/prices', {
      ...query,
      match: { ...(active === undefined ? {} : { active }), ...(product ? { product } : {}) },
    }),
  ),
  operation(
    'GET',
    '/v1/prices/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '']) => (await requirePrice(unit, id)).data,
  ),
  operation('POST', '/v1/prices/{id}', Update, async ({ unit }, given, [id = '']) => {
    const { data, hidden } = await requirePrice(unit, id)
    const price = {
      ...data,
      active: given.active ?? data.active,
      nickname: given.nickname ?? data.nickname,
      metadata: mergeMetadata(data.metadata, given.metadata),
    }
    unit.put('price', price, hidden)
    unit.emit('price.updated', price)
    return price
  }),
]
