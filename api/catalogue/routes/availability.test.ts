import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AvailabilityDayReply, AvailabilityMonthReply, NextDeparturesReply } from '#contract/availability.ts'
import { QuoteReply } from '#contract/quote.ts'
import { departureExceptions, products } from '#api/db/schema/catalogue.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'

/** Wednesday 12 May 2027, ten in the morning in New York. */
const NOW = '2027-05-12T14:00:00Z'
let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true, now: NOW })
})
// Each test that reserves seats uses its own day.
beforeEach(() => {
  shop.clock.set(NOW)
})
afterAll(() => shop.close())

async function readDay(query: string) {
  const { status, body } = await shop.call('GET', `/v1/availability/day?${query}`)
  expect(status).toBe(200)
  return AvailabilityDayReply.parse(body).availability
}
async function readMonth(query: string) {
  const { status, body } = await shop.call('GET', `/v1/availability/month?${query}`)
  expect(status).toBe(200)
  return AvailabilityMonthReply.parse(body).availability
}
async function readNext(query: string) {
  const { body } = await shop.call('GET', `/v1/availability/next?${query}`)
  return NextDeparturesReply.parse(body).departures
}

describe('a day', () => {
  test('lists its departures with all-in prices', async () => {
    const day = await readDay('product_id=6&date=2027-05-13')
    expect(day).toMatchObject({ timezone_label: 'EDT', sunset_time: '20:05', next_available_date: null })
    expect(
      day.departures.map((one) => [
        one.local_time,
        one.tags,
        one.seat_price,
        one.surge_price,
        one.seat_price_total,
      ]),
    ).toEqual([
      ['11:00', ['off-peak'], 209, -20, 231],
      ['14:30', [], 229, 0, 252],
      ['20:05', ['sunset'], 269, 40, 294],
      ['21:30', ['night'], 249, 20, 273],
    ])
    expect(day.departures[1]).toMatchObject({
      depart_at: '2027-05-13T18:30:00.000Z',
      status: 'open',
      capacity: 4,
      seats_left: 4,
      flight_price: 1198,
      flight_price_total: 1269.45,
      whole_flight_available: true,
    })
  })

  test('occupied seats are not offered, and the aircraft is no longer sold whole', async () => {
    const before = await readDay('product_id=6&date=2027-05-26')
    await occupySeats(shop, before.departures[1], { seats: 3, state: 'sold' })
    const { departures } = await readDay('product_id=6&date=2027-05-26&quantity=2')
    expect(departures[1]).toMatchObject({ status: 'too_few', seats_left: 1, whole_flight_available: false })
    expect(departures[2]).toMatchObject({ status: 'open', seats_left: 4 })
    const whole = await readDay('product_id=6&date=2027-05-26&quantity_type=flight')
    expect(whole.departures.map((one) => one.status)).toEqual(['open', 'sold_out', 'open', 'open'])
  })

  test('a hold counts until it expires or while its payment is open', async () => {
    const query = 'product_id=6&date=2027-05-18'
    const { departures } = await readDay(query)
    await occupySeats(shop, departures[0], { seats: 1, state: 'held' })
    await occupySeats(shop, departures[1], { seats: 2, state: 'paying' })
    const left = async () => (await readDay(query)).departures.map((one) => one.seats_left)
    expect(await left()).toEqual([3, 2, 4, 4])
    shop.clock.advance(15)
    expect(await left()).toEqual([4, 2, 4, 4])
  })

  test('names the next available day when it has no departures', async () => {
    const closed = await readDay('product_id=6&date=2027-05-24')
    expect(closed.departures).toEqual([])
    expect(closed.next_available_date).toBe('2027-05-25')
  })

  test('an aircraft busy with another product’s flight is not offered', async () => {
    const { db } = shop.deps.database
    const likeTheYorker = { departureTerminalId: 1, aircraftTypeId: 1, flightDurationMins: 20 }
    await db.update(products).set(likeTheYorker).where(eq(products.id, 13))
    const hops = async () =>
      (await readDay('product_id=13&date=2027-05-19')).departures.map((one) => one.local_time)
    expect(await hops()).toEqual(['09:00', '12:00', '14:00', '16:00'])
    const { departures } = await readDay('product_id=6&date=2027-05-19')
    await occupySeats(shop, departures[1], { seats: 1, state: 'held' })
    expect(await hops()).toEqual(['09:00', '12:00', '16:00'])
    shop.clock.advance(15)
    expect(await hops()).toEqual(['09:00', '12:00', '14:00', '16:00'])
    const asBefore = { departureTerminalId: 2, aircraftTypeId: 2, flightDurationMins: 10 }
    await db.update(products).set(asBefore).where(eq(products.id, 13))
  })

  test('a shopper’s own hold does not block their seats', async () => {
    const query = '/v1/availability/day?product_id=6&date=2027-05-20&quantity=4'
    const { departures } = await readDay('product_id=6&date=2027-05-20')
    const { token } = await occupySeats(shop, departures[1], { seats: 2, state: 'held' })
    const statusFor = async (as?: string) => {
      const { body } = await shop.call('GET', query, as ? { token: as } : {})
      return AvailabilityDayReply.parse(body).availability.departures[1]?.status
    }
    expect(await statusFor(token)).toBe('open')
    expect(await statusFor()).toBe('too_few')
  })
})

describe('a month', () => {
  test('shows the cheapest price of every day and marks the best', async () => {
    const month = await readMonth('product_id=6&month=2027-05')
    expect(month.days).toHaveLength(31)
    expect(month).toMatchObject({
      previous_month: null,
      next_month: '2027-06',
      first_available_date: '2027-05-12',
      from_date: '2027-05-12',
      until_date: '2028-05-11',
    })
    const of = (date: string) => month.days.find((day) => day.date === date)
    expect(of('2027-05-11')).toMatchObject({ status: 'past', departures: 0, from_price_total: null })
    expect(of('2027-05-13')).toMatchObject({
      status: 'open',
      departures: 4,
      from_price_total: 231,
      best_price: true,
    })
    expect(of('2027-05-15')).toMatchObject({ status: 'open', from_price_total: 273, best_price: false })
    expect(of('2027-05-24')).toMatchObject({ status: 'none' })
  })

  test('marks no best price when every day costs the same', async () => {
    const { days } = await readMonth('product_id=9&month=2027-06')
    expect(new Set(days.map((day) => day.from_price_total))).toEqual(new Set([315]))
    expect(days.some((day) => day.best_price)).toBe(false)
  })

  test('shows a closed date and an extra departure', async () => {
    const { db } = shop.deps.database
    const sunday = (await readDay('product_id=6&date=2027-06-06')).departures[0]?.departure_id
    await db.insert(departureExceptions).values([
      { productId: 6, date: '2027-06-08', kind: 'closed' },
      { productId: 6, departureId: sunday, date: '2027-06-09', kind: 'extra' },
    ])
    const { days } = await readMonth('product_id=6&month=2027-06')
    expect(days.slice(6, 9).map((day) => [day.status, day.departures])).toEqual([
      ['open', 4],
      ['none', 0],
      ['open', 5],
    ])
  })

  test('counts whole aircraft for a product without seat prices', async () => {
    const month = await readMonth('product_id=11&month=2027-06&quantity=4')
    expect(month.days[0]).toMatchObject({ status: 'open', from_price_total: 1269.45 })
    const tooMany = await readMonth('product_id=11&month=2027-06&quantity=5')
    expect(tooMany.days[0]).toMatchObject({ status: 'full', from_price_total: null })
    expect(tooMany.first_available_date).toBeNull()
  })

  test('links to the nearest month with sales from outside the window', async () => {
    expect(await readMonth('product_id=6&month=2031-01')).toMatchObject({
      previous_month: '2028-05',
      next_month: null,
    })
    expect(await readMonth('product_id=6&month=2020-01')).toMatchObject({
      previous_month: null,
      next_month: '2027-05',
    })
  })
})

describe('the next departures', () => {
  test('are listed soonest first over all products of the brand', async () => {
    const departures = await readNext('brand_id=2&limit=5')
    expect(departures.map((one) => [one.product_id, one.local_time, one.timezone_label])).toEqual([
      [12, '12:30', 'EDT'],
      [8, '13:00', 'EDT'],
      [12, '15:00', 'EDT'],
      [8, '15:30', 'EDT'],
      [8, '19:58', 'EDT'],
    ])
  })

  test('contain only departures that the party can book', async () => {
    const [first] = await readNext('product_id[]=6&limit=1')
    await occupySeats(shop, first, { seats: 3, state: 'sold' })
    expect((await readNext('product_id[]=6&limit=1&quantity=2'))[0]?.local_time).toBe('20:04')
    expect(await readNext('product_id[]=6&limit=1&quantity=5')).toEqual([])
  })
})

test.each([1, 2])('the breakdown of a departure equals a quote of brand %d', async (brand_id) => {
  const departures = await readNext(`brand_id=${String(brand_id)}&limit=40&quotes=1&quantity=2`)
  const kinds = new Set<string>()
  for (const one of departures) {
    const whole = one.seat_price === null
    const { departure_id, depart_at } = one
    const body = { brand_id, departure_id, depart_at, quantity_type: whole ? 'flight' : 'seat', quantity: 2 }
    const answer = await shop.call('POST', '/v1/quotes', { body })
    const { lines, total } = QuoteReply.parse(answer.body).quote
    expect(one.quote).toEqual({ lines, total })
    if (whole) expect(total).toBe(one.flight_price_total)
    kinds.add(body.quantity_type)
  }
  expect(departures.length).toBeGreaterThan(20)
  expect(kinds.size).toBe(brand_id === 1 ? 2 : 1)
  expect((await readNext('brand_id=1'))[0]).not.toHaveProperty('quote')
})

test('a departure at 23:45 in Los Angeles has the local date', async () => {
  const day = await readDay('product_id=9&date=2027-11-07')
  expect(day.departures.at(-1)).toMatchObject({
    depart_at: '2027-11-08T07:45:00.000Z',
    local_date: '2027-11-07',
    local_time: '23:45',
    timezone_label: 'PST',
    tags: ['midnight', 'night'],
  })
})

test.each([
  ['/v1/availability/day?product_id=999&date=2027-05-13', 404],
  ['/v1/availability/day?product_id=6&date=2027-02-30', 422],
  ['/v1/availability/day?product_id=6', 422],
  ['/v1/availability/month?product_id=6&month=2027-13', 422],
  ['/v1/availability/month?product_id=6&month=2027-05&quantity=0', 422],
  ['/v1/availability/next?limit=51', 422],
])('GET %s answers %d', async (path, status) => {
  expect((await shop.call('GET', path)).status).toBe(status)
})
