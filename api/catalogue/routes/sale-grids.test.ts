import { afterAll, beforeAll, expect, test } from 'vitest'
import { QuoteReply } from '#contract/quote.ts'
import { SaleGridReply } from '#contract/sale-grid.ts'
import { SaleDayReply } from '#contract/sale-day.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { logIn } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

/** Wednesday 12 May 2027, ten in the morning in New York. */
const NOW = '2027-05-12T14:00:00Z'
const DAY = '2027-05-26'
let shop: TestApi
let token: string
beforeAll(async () => {
  shop = await createTestApi({ seeded: true, now: NOW })
  token = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

async function read(more: Record<string, unknown>) {
  const body = { sale_grid: { date: DAY, ...more } }
  const reply = await shop.call('POST', '/v1/sale_grids', { token, body })
  expect(reply.status).toBe(200)
  return SaleGridReply.parse(reply.body).sale_grid
}
const rowOf = (grid: Awaited<ReturnType<typeof read>>, product: number) => {
  const found = grid.rows.find(({ product_id: id }) => id === product)
  if (!found) throw new Error(`Product ${String(product)} is not in the grid`)
  return found
}

test('a day lists the departures of all products of both brands, by terminal', async () => {
  const grid = await read({ quantity: 3 })
  expect(grid.party_lbs).toBe(570)
  expect(grid.rows.flatMap(({ brand_ids: ids }) => ids)).toEqual(expect.arrayContaining([1, 2]))
  const terminals = grid.rows.map(({ terminal_id: id }) => id)
  expect(terminals).toEqual(terminals.toSorted((a, b) => a - b))
  expect(new Set(terminals).size).toBeGreaterThan(2)

  // Each row says the same as the product's own day.
  const body = { sale_day: { product_id: 6, date: DAY, quantity: 3, selling_brand_id: 1 } }
  const { sale_day: own } = SaleDayReply.parse(
    (await shop.call('POST', '/v1/sale_days', { token, body })).body,
  )
  const { departures } = rowOf(await read({ quantity: 3, selling_brand_id: 1 }), 6)
  expect(departures).toEqual(own.departures.map((one) => expect.objectContaining(one)))
})

test('the price is that of the party’s quote, of seats and of a whole aircraft', async () => {
  for (const [quantity_type, product, quantity] of [
    ['seat', 6, 3],
    ['flight', 6, 2],
  ] as const) {
    const row = rowOf(await read({ quantity, quantity_type, selling_brand_id: 1 }), product)
    expect(row.sold_as).toBe(quantity_type)
    const [first] = row.departures
    const { departure_id, depart_at } = first ?? {}
    const body = { brand_id: 1, departure_id, depart_at, quantity_type, quantity }
    const { quote } = QuoteReply.parse((await shop.call('POST', '/v1/quotes', { body })).body)
    expect(first?.party_price_total).toBe(quote.total)
    expect(quote.total).toBeGreaterThan(0)
  }
})

test('a whole aircraft has no price for a party that it does not take', async () => {
  const [first] = rowOf(await read({ quantity: 5, quantity_type: 'flight' }), 6).departures
  expect(first).toMatchObject({ capacity: 4, status: 'too_few', party_price_total: null })
})

test('a departure says why it does not take the party, and how many wait for it', async () => {
  const [first, second] = rowOf(await read({}), 6).departures
  await occupySeats(shop, first, { seats: first?.capacity ?? 0, state: 'sold' })
  const entry = {
    ...{ brand_id: 1, departure_id: first?.departure_id, depart_at: first?.depart_at },
    ...{ email: 'waits@example.com', quantity_type: 'seat', quantity: 2, consent: true },
  }
  const joined = await shop.call('POST', '/v1/waitlist_entries', { body: { waitlist_entry: entry } })
  expect(joined.status).toBe(201)
  const after = rowOf(await read({ quantity: 2 }), 6).departures
  expect(after[0]).toMatchObject({ status: 'sold_out', seats_left: 0, waiting: 1 })
  expect(after[1]).toMatchObject({ departure_id: second?.departure_id, status: 'open', waiting: 0 })
  const heavy = rowOf(await read({ quantity: 4, weights: [230, 230, 230, 230] }), 6).departures
  expect(heavy[1]).toMatchObject({ status: 'too_heavy', over_lbs: 20 })
})

test('a day that is over has no rows', async () => {
  expect((await read({ date: '2027-05-11' })).rows).toEqual([])
})

test('only staff read it', async () => {
  const body = { sale_grid: { date: DAY } }
  const customer = await logIn(shop, 'customer@example.com')
  expect((await shop.call('POST', '/v1/sale_grids', { token: customer, body })).status).toBe(403)
  expect((await shop.call('POST', '/v1/sale_grids', { body })).status).toBe(401)
})
