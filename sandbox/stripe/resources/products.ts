import { type Stripe } from 'stripe'
import { z } from 'zod'
import { type UnitOfWork } from '../../store/unit-of-work.ts'
import { Bool, Created, Expand, List, mergeMetadata, MetadataParam, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { missing } from '../stripe-failure.ts'

const Create = z.strictObject({
  name: Text,
  description: Text.optional(),
  active: Bool.optional(),
  metadata: MetadataParam.optional(),
  expand: Expand,
})
const Update = z.strictObject({ ...Create.shape, name: Text.optional() })
const ListParameters = z.strictObject({ ...List, active: Bool.optional(), created: Created })

/** @throws StripeFailure resource_missing */
export async function requireProduct(unit: UnitOfWork, id: string, param = 'id') {
  const found = await unit.find('product', id)
  if (!found) throw missing('product', id, param)
  return found
}

export const products = [
  operation('POST', '/v1/products', Create, ({ unit }, given) => {
    const product: Stripe.Product = {
      id: unit.newId('prod_'),
      object: 'product',
      active: given.active ?? true,
      created: unit.now,
      default_price: null,
      description: given.description ?? null,
      images: [],
      livemode: false,
      marketing_features: [],
      metadata: mergeMetadata({}, given.metadata),
      name: given.name,
      package_dimensions: null,
      shippable: null,
      tax_details: null,
      type: 'service',
      updated: unit.now,
      url: null,
    }
    unit.put('product', product, {})
    unit.emit('product.created', product)
    return product
  }),
  operation('GET', '/v1/products', ListParameters, ({ unit }, { active, ...query }) =>
    listPage(unit, 'product', '/v1/products', { ...query, match: active === undefined ? {} : { active } }),
  ),
  operation(
    'GET',
    '/v1/products/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '']) => (await requireProduct(unit, id)).data,
  ),
  operation('POST', '/v1/products/{id}', Update, async ({ unit }, given, [id = '']) => {
    const { data, hidden } = await requireProduct(unit, id)
    const product = {
      ...data,
      active: given.active ?? data.active,
      description: given.description ?? data.description,
      name: given.name ?? data.name,
      metadata: mergeMetadata(data.metadata, given.metadata),
      updated: unit.now,
    }
    unit.put('product', product, hidden)
    unit.emit('product.updated', product)
    return product
  }),
]
