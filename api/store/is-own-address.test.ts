import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { isOwnShopUrl } from './is-own-address.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
afterAll(() => shop.close())

const settings = { publicUrl: 'https://fly.example', shopUrls: ['https://alone.example:8443'] }

test.each([
  ['https://fly.example/order-confirmation?order_id=1', true],
  ['https://alone.example:8443/order-confirmation', true],
  ['https://tidewater.localhost:8443/x', true],
  ['https://alone.example/x', false],
  ['http://alone.example:8443/x', false],
  ['https://user@alone.example:8443/x', false],
  ['https://alone.example.evil.example:8443/x', false],
  ['https://evil.example:8443/x', false],
  ['/order-confirmation', false],
])('%s is an address of the shop: %s', async (address, own) => {
  expect(await isOwnShopUrl(shop.deps.database.db, settings, address)).toBe(own)
})

test('a shop that runs alone on this machine may be called by either of the machine’s names', async () => {
  const local = { publicUrl: 'http://localhost:3000', shopUrls: ['http://localhost:4000'] }
  const ask = (address: string) => isOwnShopUrl(shop.deps.database.db, local, address)
  expect(await ask('http://127.0.0.1:4000/x')).toBe(true)
  expect(await ask('http://127.0.0.1:5000/x')).toBe(false)
})
