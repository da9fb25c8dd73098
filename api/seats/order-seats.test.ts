import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ChosenDeparture,
  departureAt,
  flightCounters,
  flightOrder,
  guestToken,
  openShop,
  placeOrder,
  postOrder,
  readOrder,
  seatOrder,
} from '#tests/support/shopper.ts'
import { TEST_NOW, type TestApi } from '#tests/support/test-api.ts'
import { type Tx } from '../db/client.ts'
import { extendHold, markPaymentOpen, releaseSeats, reReserveSeats, settleSeats } from './order-seats.ts'

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

const inTx = <T>(work: (tx: Tx) => Promise<T>) => shop.deps.database.db.transaction(work)
const inMinutes = (minutes: number) => new Date(shop.clock.now().getTime() + minutes * 60_000)
const counters = () => flightCounters(shop, day)
const buy = async (seats: number) => placeOrder(shop, await guestToken(shop), seatOrder(half, seats))
const tryBuy = async (seats: number) =>
  (await postOrder(shop, await guestToken(shop), seatOrder(half, seats))).status

test('seats are sold once and released once', async () => {
  const { id } = await buy(3)
  for (const expected of [{ ok: true }, { ok: true }]) {
    expect(await inTx((tx) => settleSeats(tx, id, shop.clock.now()))).toEqual(expected)
    expect(await counters()).toMatchObject([{ seats_sold: 3, seats_held: 0 }])
  }
  await inTx((tx) => releaseSeats(tx, id))
  await inTx((tx) => releaseSeats(tx, id))
  expect(await counters()).toMatchObject([{ seats_sold: 0, seats_held: 0 }])
  expect(await inTx((tx) => settleSeats(tx, id, shop.clock.now()))).toEqual({
    ok: false,
    reason: 'hold_lapsed',
  })
})

test('held seats can be released without being sold', async () => {
  const { id } = await buy(2)
  await inTx((tx) => releaseSeats(tx, id))
  expect(await counters()).toMatchObject([{ seats_sold: 0, seats_held: 0 }])
})

describe('an open payment', () => {
  test('keeps the seats after the hold ends, until it is closed', async () => {
    const token = await guestToken(shop)
    const { id } = await placeOrder(shop, token, seatOrder(half, 4))
    await inTx((tx) => markPaymentOpen(tx, id, { now: shop.clock.now() }, inMinutes(35)))
    shop.clock.advance(120)
    expect(await tryBuy(1)).toBe(409)
    expect(await readOrder(shop, token, id)).toMatchObject({ status: 'awaiting_payment' })
    await inTx((tx) => markPaymentOpen(tx, id, false, inMinutes(2)))
    expect(await tryBuy(1)).toBe(409)
    shop.clock.advance(2)
    expect(await tryBuy(1)).toBe(201)
  })

  test('cannot be opened or extended for released seats', async () => {
    const { id } = await buy(4)
    shop.clock.advance(15)
    expect(await tryBuy(1)).toBe(201)
    const gone = { ok: false, reason: 'hold_lapsed' }
    expect(await inTx((tx) => markPaymentOpen(tx, id, { now: shop.clock.now() }, inMinutes(35)))).toEqual(
      gone,
    )
    expect(await inTx((tx) => extendHold(tx, id, inMinutes(15), shop.clock.now()))).toEqual(gone)
  })
})

test('extending never shortens a hold and renews an expired one whose seats are free', async () => {
  const token = await guestToken(shop)
  const { id } = await placeOrder(shop, token, seatOrder(half, 4))
  await inTx((tx) => extendHold(tx, id, inMinutes(1), shop.clock.now()))
  expect((await readOrder(shop, token, id)).held_until).toBe(inMinutes(15).toISOString())
  shop.clock.advance(20)
  expect(await inTx((tx) => extendHold(tx, id, inMinutes(5), shop.clock.now()))).toEqual({ ok: true })
  expect(await tryBuy(1)).toBe(409)
})

describe('a late payment', () => {
  test('reserves the same seats again when they are free', async () => {
    const { id } = await buy(3)
    await inTx((tx) => releaseSeats(tx, id))
    expect(await inTx((tx) => reReserveSeats(tx, id, shop.clock.now()))).toEqual({ ok: true })
    expect(await inTx((tx) => settleSeats(tx, id, shop.clock.now()))).toEqual({ ok: true })
    expect(await counters()).toMatchObject([{ seats_sold: 3, seats_held: 0 }])
  })

  test('reserves no sold seats and releases an expired hold on them', async () => {
    const { id } = await buy(3)
    await inTx((tx) => releaseSeats(tx, id))
    await buy(2)
    expect(await inTx((tx) => reReserveSeats(tx, id, shop.clock.now()))).toEqual({
      ok: false,
      reason: 'sold_out',
    })
    expect(await counters()).toMatchObject([{ seats_held: 2 }])
    shop.clock.advance(15)
    expect(await inTx((tx) => reReserveSeats(tx, id, shop.clock.now()))).toEqual({ ok: true })
    expect(await counters()).toMatchObject([{ seats_held: 3 }])
  })

  test('reserves a whole flight again only while it is empty', async () => {
    const { id } = await placeOrder(shop, await guestToken(shop), flightOrder(half, 2))
    await inTx((tx) => releaseSeats(tx, id))
    const one = await buy(1)
    expect(await inTx((tx) => reReserveSeats(tx, id, shop.clock.now()))).toEqual({
      ok: false,
      reason: 'sold_out',
    })
    await inTx((tx) => releaseSeats(tx, one.id))
    expect(await inTx((tx) => reReserveSeats(tx, id, shop.clock.now()))).toEqual({ ok: true })
    expect(await counters()).toMatchObject([{ seats_held: 4 }])
  })
})
