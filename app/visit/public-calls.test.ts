import { expect, test } from 'vitest'
import { z } from 'zod'
import { testSettings } from '#tests/support/test-settings.ts'
import { createDirectClient } from './api-client.server.ts'
import { type KeptAnswer, type ShopContext } from './shop-context.server.ts'

type CallApi = ShopContext['callApi']

const Schema = z.object({ n: z.number() })

/** A client over a service that counts, and the keys under which its answers would be kept. */
function createClient(token?: string) {
  const keys: string[] = []
  let n = 0
  const client = createDirectClient(
    {
      settings: testSettings(),
      requestId: 'test',
      callApi: () => Promise.resolve(Response.json({ n: ++n })),
      keepAnswer: async <T>(key: string, ask: (callApi: CallApi) => Promise<KeptAnswer<T>>) => {
        keys.push(key)
        return (await ask(() => Promise.resolve(Response.json({ n: ++n })))).answer
      },
    },
    token,
  )
  return { client, keys }
}

test('public reads are kept by path and query, so that brands never share an answer', async () => {
  const { client, keys } = createClient()
  await client.get('/v1/products', Schema, { query: { selling_brand_id: 1 } })
  await client.get('/v1/products', Schema, { query: { selling_brand_id: 2 } })
  await client.get('/v1/products/6', Schema)
  expect(new Set(keys).size).toBe(3)
})

test('two schemas never share an answer', async () => {
  const { client, keys } = createClient()
  await client.get('/v1/brands', Schema)
  await client.get('/v1/brands', z.object({}))
  expect(new Set(keys).size).toBe(2)
})

test('nothing that is asked with a token is kept', async () => {
  const { client, keys } = createClient('a token')
  await client.get('/v1/products', Schema)
  await client.post('/v1/quotes', Schema, { body: {}, everybody: true })
  expect(keys).toEqual([])
})

test.each([
  ['/v1/users/me', {}],
  ['/v1/orders/1', {}],
  ['/v1/products/6/more', {}],
  ['/v1/availability/day', { waitlist_offer: 'secret' }],
])('%s is not kept', async (path, query) => {
  const { client, keys } = createClient()
  await client.get(path, Schema, { query })
  expect(keys).toEqual([])
})

test('a quote is kept only where its caller says that it has nothing of a visitor', async () => {
  const { client, keys } = createClient()
  await client.post('/v1/quotes', Schema, { body: { code: 'A' } })
  await client.post('/v1/orders', Schema, { body: {}, everybody: true })
  expect(keys).toEqual([])
  await client.post('/v1/quotes', Schema, { body: { code: 'A' }, everybody: true })
  await client.post('/v1/quotes', Schema, { body: { code: 'B' }, everybody: true })
  expect(new Set(keys).size).toBe(2)
})
