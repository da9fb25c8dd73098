import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Quote, QuoteReply } from '#contract/quote.ts'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { departureAt, guestToken, openShop, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let nextDay: () => string
let half: { departure_id: number; depart_at: string }
beforeAll(async () => {
  ;({ shop, nextDay } = await openShop())
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  half = await departureAt(shop, 6, nextDay(), '14:30')
})
afterAll(() => shop.close())

const aCart = (more: Record<string, unknown> = {}) => ({
  brand_id: 1,
  ...half,
  quantity_type: 'seat',
  quantity: 2,
  ...more,
})
const post = (cart: Record<string, unknown>, token?: string) =>
  shop.call('POST', '/v1/quotes', { body: cart, ...(token ? { token } : {}) })
async function quote(cart: Record<string, unknown>): Promise<Quote> {
  const { status, body } = await post(cart)
  expect({ status, body }).toMatchObject({ status: 201 })
  return QuoteReply.parse(body).quote
}

describe('a quote', () => {
  test('it is the breakdown that an order would have', async () => {
    const upgrades = [{ upgrade_id: 1 }, { upgrade_id: 4, meta: { answer: 'A birthday' } }]
    const asked = await quote(aCart({ upgrades }))
    expect(asked).toMatchObject({
      product_id: 6,
      unit_price: 229,
      flight_quantity: 0,
      subtotal: 572,
      fees: 46,
      total: 618,
      amount_due: 618,
    })
    expect(asked.lines.map((line) => [line.label, line.amount])).toEqual([
      ['2 seats', 458],
      ['Photo set', 49],
      ['A toast on landing', 65],
      ['Heliport fee', 16.1],
      ['Landing permit', 7],
      ['Fuel', 22.9],
    ])
    const wanted = seatOrder(half, 2, { order_item_upgrades_attributes: upgrades, total_price: 618 })
    const order = await placeOrder(shop, await guestToken(shop), wanted)
    expect(order.lines).toEqual(asked.lines)
    expect(order.total).toBe(asked.total)
  })

  test('it can be of a whole aircraft for a party', async () => {
    expect(await quote(aCart({ quantity_type: 'flight', quantity: 3 }))).toMatchObject({
      flight_quantity: 1,
      unit_price: 1198,
      total: 1269.45,
    })
  })

  test('it can be of a sunset departure at the displayed minute', async () => {
    const date = half.depart_at.slice(0, 10)
    const { body } = await shop.call('GET', `/v1/availability/day?product_id=6&date=${date}`)
    const { departures } = AvailabilityDayReply.parse(body).availability
    const sunset = departures.find((one) => one.tags.includes('sunset'))
    const { departure_id, depart_at } = sunset ?? half
    expect((await quote(aCart({ departure_id, depart_at, quantity: 1 }))).total).toBe(294)
    const late = new Date(new Date(depart_at).getTime() + 60_000).toISOString()
    expect((await post(aCart({ departure_id, depart_at: late }))).status).toBe(422)
  })

  test('it accepts every notation of the same instant', async () => {
    const depart_at = `${half.depart_at.slice(0, 11)}14:30:00-04:00`
    expect((await quote(aCart({ depart_at }))).depart_at).toBe(half.depart_at)
  })

  test('it sells a shared flight for both brands, and one brand’s flight not for the other', async () => {
    const miami = await departureAt(shop, 8, half.depart_at.slice(0, 10), '13:00')
    for (const brand_id of [1, 2]) expect((await quote(aCart({ ...miami, brand_id }))).product_id).toBe(8)
    expect(await post(aCart({ brand_id: 2 }))).toMatchObject({
      status: 422,
      body: { brand_id: ['This flight is not sold by this brand'] },
    })
  })
})

describe('a refused quote', () => {
  test.each([
    ['another time', { depart_at: '2027-06-01T18:31:00Z' }, 'depart_at'],
    ['another weekday', { depart_at: '2027-06-05T18:30:00Z' }, 'depart_at'],
    ['a day beyond the sales window', { depart_at: '2029-06-05T18:30:00Z' }, 'depart_at'],
    ['an unknown departure', { departure_id: 99_999 }, 'departure_id'],
    ['an unknown brand', { brand_id: 3 }, 'brand_id'],
    ['no passenger', { quantity: 0 }, 'quantity'],
    ['an unknown upgrade', { upgrades: [{ upgrade_id: 99 }] }, 'upgrades'],
    ['the same upgrade twice', { upgrades: [{ upgrade_id: 1 }, { upgrade_id: 1 }] }, 'upgrades'],
  ])('a quote for %s answers 422 with a message at %s', async (_name, wrong, field) => {
    const { status, body } = await post(aCart(wrong))
    expect(status).toBe(422)
    expect(Object.keys(body ?? {})).toEqual([field])
  })

  test('for one seat of a flight that is sold whole', async () => {
    const noon = await departureAt(shop, 11, half.depart_at.slice(0, 10), '12:00')
    expect(await post(aCart({ ...noon }))).toMatchObject({
      status: 422,
      body: { quantity_type: ['This flight is sold whole only'] },
    })
  })

  test('when the party does not fit', async () => {
    await occupySeats(shop, half, { seats: 3, state: 'sold' })
    expect((await quote(aCart({ quantity: 1 }))).total).toBe(252)
    expect(await post(aCart())).toMatchObject({ status: 409, body: { code: 'sold_out' } })
    const whole = aCart({ quantity_type: 'flight', quantity: 1 })
    expect(await post(whole)).toMatchObject({ status: 409, body: { code: 'sold_out' } })
  })

  test('when sales have ended', async () => {
    shop.clock.set(half.depart_at)
    shop.clock.advance(-120)
    expect(await post(aCart())).toMatchObject({ status: 409, body: { code: 'flight_closed' } })
    shop.clock.advance(240)
    expect(await post(aCart())).toMatchObject({ status: 409, body: { code: 'flight_closed' } })
  })

  test('but the shopper’s own hold is no obstacle', async () => {
    const { token } = await occupySeats(shop, half, { seats: 3, state: 'held' })
    expect((await post(aCart())).status).toBe(409)
    expect((await post(aCart(), token)).status).toBe(201)
  })
})

test('a slot keeps its departure time although its departure rule has changed', async () => {
  await occupySeats(shop, half, { seats: 1, state: 'sold' })
  const move = 'update departures set time = $1 where id = $2'
  await shop.deps.database.query(move, ['14:40', half.departure_id])
  expect((await post(aCart())).status).toBe(201)
  const moved = half.depart_at.replace(':30:', ':40:')
  expect((await post(aCart({ depart_at: moved }))).status).toBe(422)
  await shop.deps.database.query(move, ['14:30', half.departure_id])
})

test(
  'a departure relative to the sunset may leave after midnight and belongs to the ' + 'day before',
  async () => {
    const date = half.depart_at.slice(0, 10)
    const { query } = shop.deps.database
    const find = 'select id from departures where product_id = 7 and offset_in_mins = 0 and day_of_week = $1'
    const { rows } = await query(find, [new Date(`${date}T12:00:00Z`).getUTCDay()])
    const id = Number(rows[0]?.['id'])
    await query('update departures set offset_in_mins = 300 where id = $1', [id])
    const { body } = await shop.call('GET', `/v1/availability/day?product_id=7&date=${date}`)
    const late = AvailabilityDayReply.parse(body).availability.departures.find(
      (one) => one.departure_id === id,
    )
    expect(late?.local_time).toMatch(/^01:/)
    const { depart_at } = late ?? half
    expect(depart_at.slice(0, 10) > date).toBe(true)
    expect((await quote(aCart({ departure_id: id, depart_at }))).product_id).toBe(7)
    const order = await placeOrder(
      shop,
      await guestToken(shop),
      seatOrder({ departure_id: id, depart_at }, 1),
    )
    expect(order.flights[0]?.depart_at).toBe(depart_at)
    await query('update departures set offset_in_mins = 0 where id = $1', [id])
  },
)
