import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AvailabilityDayReply, AvailabilityMonthReply } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { SaleDayReply } from '#contract/sale-day.ts'
import { SaleGridReply } from '#contract/sale-grid.ts'
import { guestToken, logIn } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let staff: string
/** Reads from a session of its own: what the seller's own session holds counts as free there. */
let reader: string
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  staff = await logIn(shop, 'staff@example.com')
  reader = await logIn(shop, 'admin@example.com')
  await holdBack(2)
})
afterAll(() => shop.close())

const holdBack = (seats: number) =>
  shop.deps.database.query('update products set seats_held_back = $1 where id = 6', [seats])
const DAYS = [
  '2027-05-26',
  '2027-05-27',
  '2027-05-28',
  '2027-06-02',
  '2027-06-03',
  '2027-06-04',
  '2027-06-09',
]
let next = 0
let day = ''
/** Each test has a day of its own. */
beforeEach(() => {
  day = DAYS[next++] ?? ''
})

/** The first departure of the day as shoppers see it. */
async function shown() {
  const reply = await shop.call('GET', `/v1/availability/day?product_id=6&date=${day}`)
  const [first] = AvailabilityDayReply.parse(reply.body).availability.departures
  if (!first) throw new Error(`Nothing flies on ${day}`)
  return first
}
async function order(token: string, quantity: number, more: Record<string, unknown> = {}) {
  const { departure_id, depart_at } = await shown()
  const item = { departure_id, depart_at, quantity }
  const body = {
    order: { brand_id: 1, order_item_seats_attributes: [item], terms_and_conditions: true, ...more },
  }
  return shop.call('POST', '/v1/orders', { token, body })
}
const shopper = async (quantity: number) => order(await guestToken(shop), quantity)
const counter = (quantity: number) =>
  order(staff, quantity, { channel: 'counter', customer: { email: `p${day}@example.com` } })
/** What the sell page and the grid say of the first departure. */
async function shownToStaff() {
  const sale_day = { product_id: 6, date: day }
  const read = await shop.call('POST', '/v1/sale_days', { token: reader, body: { sale_day } })
  const [first] = SaleDayReply.parse(read.body).sale_day.departures
  const listed = await shop.call('POST', '/v1/sale_grids', {
    token: reader,
    body: { sale_grid: { date: day } },
  })
  const departures = SaleGridReply.parse(listed.body).sale_grid.rows.flatMap((row) => row.departures)
  const said = (one = first) => ({ left: one?.seats_left, heldBack: one?.held_back })
  expect(said(departures.find(({ departure_id: id }) => id === first?.departure_id))).toEqual(said())
  return said()
}

describe('seats that are held back', () => {
  test('are not offered to shoppers, and staff see how many there are', async () => {
    expect(await shown()).toMatchObject({ seats_left: 2, whole_flight_available: false })
    expect(await shownToStaff()).toEqual({ left: 4, heldBack: 2 })
    expect((await shopper(3)).status).toBe(409)
    expect((await shopper(2)).status).toBe(201)
    expect(await shown()).toMatchObject({ seats_left: 0, status: 'sold_out' })
    expect((await shopper(1)).status).toBe(409)
    expect(await shownToStaff()).toEqual({ left: 2, heldBack: 2 })
  })

  test('are sold by staff, never beyond the seats of the aircraft', async () => {
    expect((await shopper(2)).status).toBe(201)
    expect((await counter(3)).status).toBe(409)
    expect((await counter(2)).status).toBe(201)
    expect(await shownToStaff()).toEqual({ left: 0, heldBack: 0 })
  })

  test('are used up by the first seats that staff sell, so shoppers keep theirs', async () => {
    expect((await counter(1)).status).toBe(201)
    expect(await shown()).toMatchObject({ seats_left: 2 })
    expect(await shownToStaff()).toEqual({ left: 3, heldBack: 1 })
    const token = await guestToken(shop)
    const placed = OrderReply.parse((await order(token, 2)).body).order
    expect((await counter(1)).status).toBe(201)
    const again = await order(token, 1, { supersedes_order_id: placed.id })
    expect(again.status).toBe(201)
  })

  test('are not sold with a whole aircraft by shoppers, but are by staff', async () => {
    const { departure_id, depart_at } = await shown()
    const whole = { departure_id, depart_at, quantity: 2 }
    const more = { order_item_seats_attributes: [], order_item_flights_attributes: [whole] }
    expect((await order(await guestToken(shop), 2, more)).status).toBe(409)
    const customer = { email: 'whole@example.com' }
    expect((await order(staff, 2, { ...more, channel: 'counter', customer })).status).toBe(201)
  })

  test('never go to shoppers who order all at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => guestToken(shop)))
    const answers = await Promise.all(tokens.map((token) => order(token, 1)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await shownToStaff()).toEqual({ left: 2, heldBack: 2 })
  })

  test('make a day full for a larger party, and count again as soon as the setting changes', async () => {
    const read = async () => {
      const path = `/v1/availability/month?product_id=6&month=${day.slice(0, 7)}&quantity=3`
      const { body, status } = await shop.call('GET', path)
      expect(status).toBe(200)
      return AvailabilityMonthReply.parse(body).availability.days.find(({ date }) => date === day)?.status
    }
    expect(await read()).toBe('full')
    await holdBack(0)
    expect(await read()).toBe('open')
    await holdBack(2)
    expect(await read()).toBe('full')
  })
})
