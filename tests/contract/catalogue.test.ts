import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  FaresReply,
  FeesReply,
  ProductCategoriesReply,
  ProductReply,
  ProductsReply,
  RolesReply,
  SchedulesReply,
  TerminalsReply,
  UpgradesReply,
} from '#contract/catalogue.ts'
import { ErrorBody, FieldErrors } from '#contract/errors.ts'
import { type ContractTarget, openContract } from '../support/open-contract.ts'

let target: ContractTarget
beforeAll(async () => {
  target = await openContract()
})
afterAll(() => target.close())

const get = (path: string) => target.call('GET', path)

test.each([
  ['/v1/products?brand_id[]=1&brand_id[]=4&$published=1&sort=publish_until', ProductsReply],
  ['/v1/product_categories', ProductCategoriesReply],
  ['/v1/fares', FaresReply],
  ['/v1/schedules', SchedulesReply],
  ['/v1/terminals', TerminalsReply],
  ['/v1/upgrades', UpgradesReply],
  ['/v1/fees', FeesReply],
  ['/v1/roles', RolesReply],
])('%s answers in its specified shape without a token', async (path, schema) => {
  const { status, headers, body } = await get(path)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toContain('application/json')
  expect(schema.safeParse(body).error).toBeUndefined()
})

describe('lists of the catalogue', () => {
  test('a list comes in pages of the requested size', async () => {
    const all = ProductsReply.parse((await get('/v1/products?brand_id=1&page_size=100')).body)
    const page = ProductsReply.parse((await get('/v1/products?brand_id=1&page_size=1&page=2')).body)
    expect(page.products).toHaveLength(1)
    expect(page.meta.pagination).toMatchObject({
      current_page: 2,
      page_size: 1,
      total_count: all.products.length,
    })
    expect(page.products[0]?.id).toBe(all.products[1]?.id)
  })

  test('a list filters by one brand or by several', async () => {
    const { products } = ProductsReply.parse(
      (await get('/v1/products?brand_id[]=1&brand_id[]=4&page_size=100')).body,
    )
    expect(products.length).toBeGreaterThan(0)
    expect(products.every((product) => product.brand_id === 1 || product.brand_id === 4)).toBe(true)
  })

  test('a list filters by ids', async () => {
    const { fares } = FaresReply.parse((await get('/v1/fares?page_size=2')).body)
    const ids = fares.map((fare) => `id[]=${String(fare.id)}`).join('&')
    const found = FaresReply.parse((await get(`/v1/fares?${ids}`)).body)
    expect(found.fares.map((fare) => fare.id).sort()).toEqual(fares.map((fare) => fare.id).sort())
  })

  test('a list refuses an unknown sort column and a page size above 100', async () => {
    for (const query of ['sort=password', 'page_size=101', 'page=0']) {
      const { status, body } = await get(`/v1/products?${query}`)
      expect({ query, status }).toEqual({ query, status: 422 })
      expect(FieldErrors.safeParse(body).success).toBe(true)
    }
  })
})

test('a product is read by its id, and an unknown id answers 404', async () => {
  const { products } = ProductsReply.parse((await get('/v1/products?brand_id=1')).body)
  const id = String(products[0]?.id)
  expect(ProductReply.parse((await get(`/v1/products/${id}`)).body).product.id).toBe(Number(id))
  const { status, body } = await get('/v1/products/999999')
  expect(status).toBe(404)
  expect(ErrorBody.parse(body).code).toBe('not_found')
})
