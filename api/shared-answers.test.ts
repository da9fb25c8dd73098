import { afterAll, beforeAll, expect, test } from 'vitest'
import { countQueries } from '#tests/support/count-queries.ts'
import { guestToken } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { createKeptAnswers } from '../web/kept-answers.ts'
import { type ApiBindings } from './http/http.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
afterAll(() => shop.close())

/** Bindings of a server whose public data keeps its version. */
function createBindings(): ApiBindings {
  const keep = createKeptAnswers()
  return { keepAnswer: async (key, make) => (await keep('v1', key, make)).answer }
}

const PATH = '/v1/products?brand_id=1'

test('a public read is answered from memory without a statement', async () => {
  const bindings = createBindings()
  const first = await shop.call('GET', PATH, { bindings })
  const texts = await countQueries(shop.deps.database, async () => {
    const second = await shop.call('GET', PATH, { bindings })
    expect(second).toEqual(first)
  })
  expect(texts).toEqual([])
})

test('a read with a token, and one with a copy, are made anew', async () => {
  const bindings = createBindings()
  const { headers } = await shop.call('GET', PATH, { bindings })
  const token = await guestToken(shop)
  const anew = [{ token }, { headers: { 'If-None-Match': headers.get('etag') ?? '' } }]
  for (const one of anew) {
    const texts = await countQueries(shop.deps.database, () => shop.call('GET', PATH, { ...one, bindings }))
    expect(texts).not.toEqual([])
  }
})

test('a read with the secret of a waitlist offer is never kept', async () => {
  const keys: string[] = []
  const bindings: ApiBindings = {
    keepAnswer: async (key, make) => {
      keys.push(key)
      return (await make()).answer
    },
  }
  const day = '/v1/availability/day?product_id=6&date=2027-06-14'
  await shop.call('GET', `${day}&waitlist_offer=secret`, { bindings })
  expect(keys).toEqual([])
  await shop.call('GET', day, { bindings })
  expect(keys).toEqual([day])
})
