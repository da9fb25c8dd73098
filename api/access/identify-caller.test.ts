import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestToken } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let token: string
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  token = await guestToken(shop)
})
afterAll(() => shop.close())

const me = async (headers: Record<string, string>, query = '') =>
  (await shop.call('GET', `/v1/users/me${query}`, { headers })).status

test('only the Authorization header identifies the caller, never a cookie', async () => {
  expect(await me({ Authorization: `Bearer ${token}` })).toBe(200)
  expect(await me({ Cookie: `token=${token}; session=${token}; Authorization=Bearer ${token}` })).toBe(401)
  expect(await me({}, `?token=${token}&access_token=${token}`)).toBe(401)
  expect(await me({ Authorization: `Basic ${btoa(`:${token}`)}` })).toBe(401)
  expect(await me({ Authorization: token })).toBe(401)
})

test('no page of another origin may read an answer or send JSON', async () => {
  const origin = { Origin: 'https://evil.example' }
  const read = await shop.call('GET', '/v1/products', { headers: origin })
  expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull()
  const preflight = await shop.api.fetch(
    new Request('http://v1.internal/v1/orders', {
      method: 'OPTIONS',
      headers: { ...origin, 'Access-Control-Request-Method': 'POST' },
    }),
  )
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull()
})
