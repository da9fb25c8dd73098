import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PriceChangedBody } from '#contract/order.ts'
import {
  type ChosenDeparture,
  departureAt,
  flightCounters,
  guestToken,
  logIn,
  openShop,
  placeOrder,
  postOrder,
  readOrder,
  seatOrder,
} from '#tests/support/shopper.ts'
import { TEST_NOW, type TestApi } from '#tests/support/test-api.ts'
import { instantOf } from '../../rules/time/local-time.ts'

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

test('an order holds its seats at the service’s price and can be read back', async () => {
  const token = await guestToken(shop, 'ada@example.com')
  const order = await placeOrder(
    shop,
    token,
    seatOrder(half, 2, {
      order_item_seats_attributes: [{ ...half, quantity: 2, price: 229 }],
      total_price: 504,
      passengers_attributes: [{ full_name: ' Ada Løvelace ', weight: 140 }, { full_name: 'Grace Hopper' }],
      tag_list: ['utm_source:mail', 'admin'],
      variant_type: 'b',
      terms_and_conditions: true,
    }),
  )
  expect(order).toMatchObject({
    number: `O-${String(order.id)}`,
    status: 'awaiting_payment',
    email: 'ada@example.com',
    quantity_type: 'seat',
    quantity: 2,
    total: 504,
    amount_paid: 0,
    amount_due: 504,
    held_until: '2027-05-12T14:15:00.000Z',
    tag_list: ['website', 'utm_source:mail'],
    variant_type: 'b',
    payment_url: null,
  })
  expect(order.passengers.map(({ full_name, weight_given }) => [full_name, weight_given])).toEqual([
    ['Ada Løvelace', true],
    ['Grace Hopper', false],
  ])
  expect(order.lines.reduce((sum, line) => sum + Math.round(line.amount * 100), 0)).toBe(50_400)
  expect(order.flights).toMatchObject([
    { local_time: '14:30', timezone_label: 'EDT', product_slug: 'the-new-yorker' },
  ])
  expect(await readOrder(shop, token, order.id)).toEqual(order)
  expect(await flightCounters(shop, day)).toEqual([
    { seats_sold: 0, seats_held: 2, capacity: 4, aircraft_id: 1 },
  ])
})

test('the body may come without its wrapper, and errors use the same field names', async () => {
  const token = await guestToken(shop)
  const flat = await shop.call('POST', '/v1/orders', { token, body: seatOrder(half, 1) })
  expect(flat.status).toBe(201)
  const wrong = { ...seatOrder(half, 1), order_item_seats_attributes: [{ ...half, quantity: 0 }] }
  const errors = { 'order_item_seats_attributes.0.quantity': ['Please input a quantity'] }
  expect(await shop.call('POST', '/v1/orders', { token, body: wrong })).toMatchObject({
    status: 422,
    body: errors,
  })
  expect(await postOrder(shop, token, wrong)).toMatchObject({ status: 422, body: errors })
})

describe('expected prices', () => {
  test.each([
    ['a total of one dollar', { total_price: 1 }],
    ['a total that is a cent too low', { total_price: 503.99 }],
    ['a seat price that is too low', { order_item_seats_attributes: [{ quantity: 2, price: 0.01 }] }],
  ])('an order with %s is refused with the right quote, and nothing is held', async (_name, claim) => {
    const token = await guestToken(shop)
    const body = seatOrder(half, 2, claim)
    if ('order_item_seats_attributes' in claim) {
      body['order_item_seats_attributes'] = [{ ...half, ...claim.order_item_seats_attributes?.[0] }]
    }
    const answer = await postOrder(shop, token, body)
    expect(answer.status).toBe(409)
    expect(PriceChangedBody.parse(answer.body).quote).toMatchObject({ total: 504, unit_price: 229 })
    expect(await flightCounters(shop, day)).toEqual([])
  })

  test('only staff can buy for somebody else', async () => {
    const theirs = await placeOrder(
      shop,
      await guestToken(shop, 'me@example.com'),
      seatOrder(half, 1, { user_id: 1 }),
    )
    expect(theirs.email).toBe('me@example.com')
    const asStaff = seatOrder(half, 1, { user_id: 1 })
    const guestOfStaff = await placeOrder(shop, await guestToken(shop, 'staff@example.com'), asStaff)
    expect(guestOfStaff.email).toBe('staff@example.com')
    const byStaff = await placeOrder(
      shop,
      await logIn(shop, 'staff@example.com'),
      seatOrder(half, 1, { user_id: 1 }),
    )
    expect(byStaff.email).toBe('customer@example.com')
  })
})

test.each([
  [
    'unaccepted terms',
    { terms_and_conditions: false },
    { terms_and_conditions: ['Please read and accept the terms & conditions'] },
  ],
  ['an unknown code', { discount_code_code: 'FREE' }, { discount_code_code: ['FREE is not a valid code'] }],
  ['another brand’s flight', { brand_id: 2 }, { brand_id: ['This flight is not sold by this brand'] }],
  [
    'a passenger without a name',
    { passengers_attributes: [{ full_name: '  ' }] },
    { 'passengers_attributes.0.full_name': ['This field is required'] },
  ],
  [
    'more passengers than seats',
    { passengers_attributes: [1, 2, 3].map((n) => ({ full_name: `P${String(n)}` })) },
    { passengers_attributes: ['There are more passengers than seats'] },
  ],
  [
    'passengers who are too heavy',
    {
      passengers_attributes: [
        { full_name: 'A', weight: 600 },
        { full_name: 'B', weight: 301 },
      ],
    },
    { passengers_attributes: ['Together the passengers weigh more than the aircraft may carry'] },
  ],
  [
    'no flight',
    { order_item_seats_attributes: [] },
    { base: ['Please check you selected the date and time'] },
  ],
  [
    'an unknown upgrade',
    { order_item_upgrades_attributes: [{ upgrade_id: 999 }] },
    { order_item_upgrades_attributes: ['This upgrade is not offered with this flight'] },
  ],
])('an order with %s is refused, and nothing is held', async (_name, more, errors) => {
  const { status, body } = await postOrder(shop, await guestToken(shop), seatOrder(half, 2, more))
  expect({ status, body }).toEqual({ status: 422, body: errors })
  expect(await flightCounters(shop, day)).toEqual([])
})

test('a time without a departure and a past departure cannot be bought', async () => {
  const token = await guestToken(shop)
  const never = { ...half, depart_at: instantOf(day, '14:31', 'America/New_York').toISOString() }
  expect(await postOrder(shop, token, seatOrder(never, 1))).toMatchObject({ status: 422 })
  shop.clock.set(instantOf(day, '12:31', 'America/New_York'))
  const late = await guestToken(shop)
  expect(await postOrder(shop, late, seatOrder(half, 1))).toMatchObject({
    status: 409,
    body: { code: 'flight_closed' },
  })
})

describe('an order of somebody else', () => {
  test('it is not found, also with their e-mail, and staff see it', async () => {
    const order = await placeOrder(shop, await logIn(shop, 'customer@example.com'), seatOrder(half, 1))
    const get = (token?: string) => shop.call('GET', `/v1/orders/${String(order.id)}`, token ? { token } : {})
    expect((await get()).status).toBe(401)
    const strangers = [
      await guestToken(shop),
      await guestToken(shop, 'customer@example.com'),
      await guestToken(shop, 'admin@example.com'),
      await logIn(shop, 'pilot@example.com'),
    ]
    for (const token of strangers) {
      expect(await get(token)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect((await get(await logIn(shop, 'staff@example.com'))).status).toBe(200)
  })

  test('a guest’s order joins the account with the same, proven e-mail', async () => {
    const order = await placeOrder(shop, await guestToken(shop, 'customer@example.com'), seatOrder(half, 1))
    const account = await logIn(shop, 'customer@example.com')
    expect(await readOrder(shop, account, order.id)).toMatchObject({ id: order.id })
  })
})
