import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { QuoteReply } from '#contract/quote.ts'
import { FlightSearchReply } from '#contract/search.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { addSecondAircraft } from '#tests/support/two-aircraft.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
beforeEach(() => {
  shop.clock.set(TEST_NOW)
})
afterAll(() => shop.close())

async function search(query: Record<string, string | number>) {
  const params = new URLSearchParams({ brand_id: '1' })
  for (const [name, value] of Object.entries(query)) params.set(name, String(value))
  const { status, body } = await shop.call('GET', `/v1/search?${params.toString()}`)
  expect(status).toBe(200)
  return FlightSearchReply.parse(body).search
}
const idsOf = ({ flights }: Awaited<ReturnType<typeof search>>) => flights.map((one) => one.product_id)

describe('a search by words', () => {
  test.each([
    ['new yorker', 6],
    ['SUNSET', 7],
    ['miami', 8],
    ['photographers', 10],
    ['flights at midnight', 9],
  ])('%s finds flight %i first, in any form of the word', async (q, id) => {
    const found = await search({ q })
    expect(idsOf(found)[0]).toBe(id)
    expect(found.read_as).toBeNull()
  })

  test.each([
    ['new yorkerr', 6, 'new yorker'],
    ['sunest', 7, 'sunset'],
    ['Maimi coastlne', 8, 'miami coastline'],
  ])('corrects the typos in %s', async (q, id, readAs) => {
    const found = await search({ q })
    expect(idsOf(found)[0]).toBe(id)
    expect(found.read_as).toBe(readAs)
  })

  test('prefers flights with all words and finds nothing for unknown words and signs', async () => {
    expect(idsOf(await search({ q: 'miami coastline' }))).toEqual([8])
    expect(idsOf(await search({ q: 'miami los angeles' })).toSorted()).toEqual([8, 9])
    for (const q of ['zzyzx', '… — !', "' | & ) (", '%_\\']) expect((await search({ q })).flights).toEqual([])
    expect((await search({ q: '' })).flights.length).toBeGreaterThan(6)
  })

  test('finds only published products that the brand sells', async () => {
    expect(idsOf(await search({ brand_id: 2, q: 'new yorker' }))).not.toContain(6)
    expect(idsOf(await search({ brand_id: 2 })).toSorted((a, b) => a - b)).toEqual([8, 9, 12])
    expect((await search({ brand_id: 99 })).flights).toEqual([])
    await shop.deps.database.query("update products set publish_status = 'draft' where id = 13")
    expect(idsOf(await search({ q: 'harbour hop' }))).not.toContain(13)
    await shop.deps.database.query("update products set publish_status = 'published' where id = 13")
  })
})

describe('a search with filters', () => {
  test('finds flights by place and by tag', async () => {
    expect(idsOf(await search({ place: 'miami' }))).toEqual([8])
    expect(idsOf(await search({ tag: 'doors_off' })).toSorted()).toEqual([10, 6])
    const sunsets = await search({ tag: 'sunset' })
    expect(idsOf(sunsets)).toContain(7)
    for (const { departures } of sunsets.flights.filter((one) => one.product_id !== 7)) {
      for (const { tags } of departures) expect(tags).toContain('sunset')
    }
  })

  test('finds open departures for a day and party, or else the nearest days', async () => {
    const date = '2027-06-14'
    const { flights } = await search({ q: 'new yorker', date, quantity: 4, limit: 10 })
    const day = await shop.call('GET', `/v1/availability/day?product_id=6&date=${date}&quantity=4`)
    const { departures } = AvailabilityDayReply.parse(day.body).availability
    const open = departures.filter(({ status }) => status === 'open')
    expect(flights[0]?.departures).toEqual(open)
    expect(flights[0]?.nearest_dates).toEqual([])
    // One seat on each departure is occupied, so a party of four does not fit that day.
    for (const one of departures) await occupySeats(shop, one, { seats: 1, state: 'sold' })
    const [full] = (await search({ q: 'new yorker', date, quantity: 4 })).flights
    expect(full?.departures).toEqual([])
    expect(full?.nearest_dates).toEqual(['2027-06-12', '2027-06-13', '2027-06-15'])
    expect((await search({ date: '2019-01-01' })).flights.flatMap((one) => one.departures)).toEqual([])
  })

  test('finds nothing above the price limit, at the prices of the checkout', async () => {
    const { flights } = await search({ max_price: 240, limit: 5 })
    expect(flights.length).toBeGreaterThan(0)
    for (const one of flights.flatMap(({ departures }) => departures)) {
      const whole = one.seat_price_total === null
      const body = {
        brand_id: 1,
        departure_id: one.departure_id,
        depart_at: one.depart_at,
        quantity_type: whole ? 'flight' : 'seat',
        quantity: 1,
      }
      const { quote } = QuoteReply.parse((await shop.call('POST', '/v1/quotes', { body })).body)
      expect(quote.total).toBe(one.seat_price_total ?? one.flight_price_total)
      expect(quote.total).toBeLessThanOrEqual(240)
    }
    expect((await search({ max_price: 1 })).flights).toEqual([])
  })

  test('offers two aircraft together to a party that none takes whole, as the day does', async () => {
    await addSecondAircraft(shop.deps.database)
    const date = '2027-06-21'
    const { flights } = await search({ q: 'new yorker', date, quantity: 5 })
    const day = await shop.call('GET', `/v1/availability/day?product_id=6&date=${date}&quantity=5`)
    const { departures } = AvailabilityDayReply.parse(day.body).availability
    const pairs = departures.filter(({ two_aircraft: pair }) => pair)
    expect(pairs.length).toBeGreaterThan(0)
    expect(flights[0]?.departures).toEqual(pairs)
    expect((await search({ q: 'new yorker', date, quantity: 9 })).flights[0]?.departures).toEqual([])
  })

  test('is refused with invalid filters', async () => {
    for (const bad of [
      '',
      '?brand_id=1&date=2027-02-30',
      '?brand_id=1&place=moon',
      '?brand_id=1&quantity=0',
      '?brand_id=1&max_price=99.999',
      `?brand_id=1&q=${'x'.repeat(101)}`,
    ]) {
      expect((await shop.call('GET', `/v1/search${bad}`)).status, bad).toBe(422)
    }
  })
})
