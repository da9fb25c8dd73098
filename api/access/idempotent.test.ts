import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OrderReply } from '#contract/order.ts'
import {
  type ChosenDeparture,
  departureAt,
  flightCounters,
  guestToken,
  openShop,
  placeOrder,
  postOrder,
  seatOrder,
} from '#tests/support/shopper.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'

let shop: TestApi
let nextDay: () => string
let day: string
let half: ChosenDeparture
beforeAll(async () => {
  ;({ shop, nextDay } = await openShop())
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  day = nextDay()
  half = await departureAt(shop, 6, day, '14:30')
})
afterAll(() => shop.close())

describe('Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'once-and-only-once' }

  test('a repeated request gets the first answer for a day', async () => {
    const token = await guestToken(shop)
    const first = await postOrder(shop, token, seatOrder(half, 1), key)
    shop.clock.advance(60)
    const again = await postOrder(shop, token, seatOrder(half, 1), key)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again).toMatchObject({ status: 201, body: first.body })
    shop.clock.advance(24 * 60)
    const nextDay = await postOrder(shop, await guestToken(shop), seatOrder(half, 1), key)
    expect(nextDay.headers.get('Idempotent-Replayed')).toBeNull()
  })

  test('another body under the same key is refused, and callers’ keys are independent', async () => {
    const token = await guestToken(shop)
    await postOrder(shop, token, seatOrder(half, 1), key)
    const other = await postOrder(shop, token, seatOrder(half, 2), key)
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } })
    expect((await postOrder(shop, await guestToken(shop), seatOrder(half, 2), key)).status).toBe(201)
  })

  test('two identical requests in parallel make one order, with and without a key', async () => {
    const token = await guestToken(shop)
    const keyed = await Promise.all([1, 2, 3].map(() => postOrder(shop, token, seatOrder(half, 1), key)))
    const bare = await Promise.all([1, 2, 3].map(() => postOrder(shop, token, seatOrder(half, 1))))
    const ids = [...keyed, ...bare].map(({ body }) => OrderReply.parse(body).order.id)
    expect(new Set(ids).size).toBe(1)
    expect(await flightCounters(shop, day)).toMatchObject([{ seats_held: 1 }])
  })

  test('a refusal with Retry-After is not stored as the answer', async () => {
    const { database, clock } = shop.deps
    const limited = await createTestApi({ database, settings: testSettings({ limitFactor: 1 }) })
    limited.clock.set(clock.now())
    const token = await guestToken(limited)
    for (const seats of [1, 2]) await placeOrder(limited, token, seatOrder(half, seats))
    const third = seatOrder(await departureAt(shop, 6, nextDay(), '14:30'), 1)
    const refused = await postOrder(limited, token, third, key)
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_holds' } })
    limited.clock.advance(Number(refused.headers.get('Retry-After')) / 60)
    expect((await postOrder(limited, token, third, key)).status).toBe(201)
  })

  test('a refusal is replayed too, and a call that died can be repeated', async () => {
    const token = await guestToken(shop)
    await placeOrder(shop, await guestToken(shop), seatOrder(half, 4))
    expect((await postOrder(shop, token, seatOrder(half, 1), key)).status).toBe(409)
    shop.clock.advance(20)
    const again = await postOrder(shop, token, seatOrder(half, 1), key)
    expect(again).toMatchObject({ status: 409, body: { code: 'sold_out' } })
    await shop.deps.database.query('update idempotency_keys set status = null, body = null')
    shop.clock.advance(2)
    expect((await postOrder(shop, token, seatOrder(half, 1), key)).status).toBe(201)
  })
})
