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
import { instantOf } from '../rules/time/local-time.ts'

let shop: TestApi
let nextDay: () => string
let day: string
let eleven: ChosenDeparture
let half: ChosenDeparture
beforeAll(async () => {
  ;({ shop, nextDay } = await openShop())
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  day = nextDay()
  eleven = await departureAt(shop, 6, day, '11:00')
  half = await departureAt(shop, 6, day, '14:30')
})
afterAll(() => shop.close())

describe('seats', () => {
  test('a party fits as a whole or not at all', async () => {
    await placeOrder(shop, await guestToken(shop), seatOrder(half, 3))
    const tooMany = await postOrder(shop, await guestToken(shop), seatOrder(half, 2))
    expect(tooMany).toMatchObject({ status: 409, body: { code: 'sold_out' } })
    await placeOrder(shop, await guestToken(shop), seatOrder(half, 1))
    expect(await flightCounters(shop, day)).toMatchObject([{ seats_held: 4 }])
  })

  test('weight limits sales like seats do, and an unstated weight counts as 190 lb', async () => {
    const heavy = {
      passengers_attributes: [
        { full_name: 'A', weight: 250 },
        { full_name: 'B', weight: 250 },
        { full_name: 'C', weight: 250 },
      ],
    }
    await placeOrder(shop, await guestToken(shop), seatOrder(half, 3, heavy))
    const withoutWeight = await postOrder(shop, await guestToken(shop), seatOrder(half, 1))
    expect(withoutWeight).toMatchObject({ status: 409, body: { code: 'too_heavy' } })
    const light = { passengers_attributes: [{ full_name: 'D', weight: 150 }] }
    await placeOrder(shop, await guestToken(shop), seatOrder(half, 1, light))
  })

  test('a hold ends by the clock without a job', async () => {
    const token = await guestToken(shop)
    const first = await placeOrder(shop, token, seatOrder(half, 4))
    shop.clock.advance(15)
    expect(await readOrder(shop, token, first.id)).toMatchObject({ status: 'expired', held_until: null })
    await placeOrder(shop, await guestToken(shop), seatOrder(half, 4))
    expect(await flightCounters(shop, day)).toMatchObject([{ seats_held: 4 }])
  })

  test('a hold still stands a minute before its end', async () => {
    await placeOrder(shop, await guestToken(shop), seatOrder(half, 4))
    shop.clock.advance(14)
    expect((await postOrder(shop, await guestToken(shop), seatOrder(half, 1))).status).toBe(409)
  })
})

describe('whole flights', () => {
  test('whole flights take every seat, and are not sold once a seat is taken', async () => {
    const order = await placeOrder(shop, await guestToken(shop), flightOrder(half, 3))
    expect(order).toMatchObject({ quantity_type: 'flight', quantity: 3 })
    expect(await flightCounters(shop, day)).toMatchObject([{ seats_held: 4 }])
    expect((await postOrder(shop, await guestToken(shop), seatOrder(half, 1))).status).toBe(409)
    await placeOrder(shop, await guestToken(shop), seatOrder(eleven, 1))
    expect((await postOrder(shop, await guestToken(shop), flightOrder(eleven, 2))).status).toBe(409)
  })

  test('a larger party takes several aircraft or none', async () => {
    expect((await postOrder(shop, await guestToken(shop), flightOrder(half, 6))).status).toBe(409)
    expect(await flightCounters(shop, day)).toEqual([])
    await shop.deps.database.query(
      "insert into aircraft (registration, aircraft_type_id, terminal_id) select 'N499LR', " +
        'aircraft_type_id, terminal_id from aircraft where id = 1',
    )
    const order = await placeOrder(shop, await guestToken(shop), flightOrder(half, 6))
    const [first = '', second] = order.flights.map(({ flight_code: code }) => code)
    expect(first).toMatch(/^LR-\d{4}$/)
    expect(second).toBe(`${first}B`)
    expect(await flightCounters(shop, day)).toMatchObject([{ seats_held: 4 }, { seats_held: 4 }])
    // Seats are sold on one aircraft of a departure; the other one does not fly for a party of its
    // own.
    await placeOrder(shop, await guestToken(shop), seatOrder(eleven, 1))
    expect((await postOrder(shop, await guestToken(shop), flightOrder(eleven, 2))).status).toBe(409)
    await shop.deps.database.query("update aircraft set in_service = false where registration = 'N499LR'")
  })
})

test('an aircraft flies one flight at a time, and an abandoned flight does not block it', async () => {
  const { rows } = await shop.deps.database.query(
    `insert into departures (product_id, day_of_week, departure_type, time, fare_id, publish_status)
     select product_id, day_of_week, 'fixed', '14:40', fare_id, 'published' from departures
       where id = $1 returning id`,
    [half.departure_id],
  )
  const tenLater = {
    departure_id: Number(rows[0]?.['id']),
    depart_at: instantOf(day, '14:40', 'America/New_York').toISOString(),
  }
  await placeOrder(shop, await guestToken(shop), seatOrder(half, 1))
  expect((await postOrder(shop, await guestToken(shop), seatOrder(tenLater, 1))).status).toBe(409)
  shop.clock.advance(15)
  await placeOrder(shop, await guestToken(shop), seatOrder(tenLater, 1))
  expect((await postOrder(shop, await guestToken(shop), seatOrder(half, 1))).status).toBe(409)
  expect(await flightCounters(shop, day)).toMatchObject([{ seats_held: 0 }, { seats_held: 1 }])
})

describe('a repeated order of one shopper', () => {
  test('the same cart again returns the same order with a new hold and the new names', async () => {
    const token = await guestToken(shop)
    const named = (full_name: string) =>
      seatOrder(half, 1, { passengers_attributes: [{ full_name, weight: 200 }] })
    const first = await placeOrder(shop, token, named('Ada'))
    shop.clock.advance(10)
    const again = await placeOrder(shop, token, named('Grace'))
    expect(again.id).toBe(first.id)
    expect(again.held_until).toBe('2027-05-12T14:25:00.000Z')
    expect(again.passengers).toMatchObject([{ full_name: 'Grace' }])
    expect(await flightCounters(shop, day)).toMatchObject([{ seats_held: 1 }])
  })

  test('a changed party is not blocked by the shopper’s own hold', async () => {
    const token = await guestToken(shop)
    const three = await placeOrder(shop, token, seatOrder(half, 3))
    const four = await placeOrder(shop, token, seatOrder(half, 4, { supersedes_order_id: three.id }))
    expect(four.id).not.toBe(three.id)
    expect(await readOrder(shop, token, three.id)).toMatchObject({ status: 'cancelled' })
    expect(await flightCounters(shop, day)).toMatchObject([{ seats_held: 4 }])
  })

  test(
    'a change to another departure releases the first seats, and keeps them when the ' + 'new one is full',
    async () => {
      const token = await guestToken(shop)
      const first = await placeOrder(shop, token, seatOrder(half, 3))
      await placeOrder(shop, await guestToken(shop), seatOrder(eleven, 2))
      const moved = seatOrder(eleven, 3, { supersedes_order_id: first.id })
      expect(await postOrder(shop, token, moved)).toMatchObject({ status: 409, body: { code: 'sold_out' } })
      expect(await readOrder(shop, token, first.id)).toMatchObject({ status: 'awaiting_payment' })
      await placeOrder(shop, token, seatOrder(eleven, 2, { supersedes_order_id: first.id }))
      expect(await flightCounters(shop, day)).toMatchObject([{ seats_held: 0 }, { seats_held: 4 }])
    },
  )

  test('an order of somebody else cannot be replaced', async () => {
    const theirs = await placeOrder(shop, await guestToken(shop, 'same@example.com'), seatOrder(half, 3))
    const token = await guestToken(shop, 'same@example.com')
    const answer = await postOrder(shop, token, seatOrder(half, 4, { supersedes_order_id: theirs.id }))
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await flightCounters(shop, day)).toMatchObject([{ seats_held: 3 }])
  })
})
