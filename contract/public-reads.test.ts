import { expect, test } from 'vitest'
import { getVersionParts } from './public-reads.ts'

const quote = { quote: { product_id: 7 } }
test.each([
  ['/v1/campaigns', undefined, { campaigns: [] }, []],
  ['/v1/plans', undefined, { plans: [] }, []],
  ['/v1/products', undefined, { products: [{ id: 6 }, { id: 7 }] }, ['6', '7']],
  ['/v1/products/the-new-yorker', undefined, { product: { id: 6 } }, ['6']],
  ['/v1/products', undefined, {}, 'everything'],
  ['/v1/availability/day', 6, {}, ['6']],
  ['/v1/availability/next', undefined, {}, 'everything'],
  ['/v1/quotes', undefined, quote, ['7', 'codes']],
  ['/v1/search', undefined, { search: [{ id: 6 }] }, 'everything'],
])('an answer of %s about product %s with %o depends on %o', (path, productId, data, parts) => {
  expect(getVersionParts(path, productId, data)).toEqual(parts)
})
