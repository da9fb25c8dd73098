import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

test('a reader right after another one waits and gets a fresh answer of the provider', async () => {
  const token = await shop.guest()
  const order = await shop.order(token)
  const page = await shop.hosted(token, order)
  expect((await shop.read(token, order)).status).toBe('awaiting_payment')
  await shop.payPage(page)
  // The clock stands still, so the provider is not asked again.
  expect((await shop.read(token, order)).status).toBe('awaiting_payment')
  const { clock } = shop.deps
  const waited: number[] = []
  shop.deps.clock = {
    now: () => shop.clock.now(),
    wait: (ms) => {
      waited.push(ms)
      shop.clock.advance(ms / 60_000)
      return Promise.resolve()
    },
  }
  expect((await shop.read(token, order)).status).toBe('completed')
  expect(waited).toEqual([300])
  shop.deps.clock = clock
})
