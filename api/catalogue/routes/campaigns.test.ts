import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AvailabilityDayReply, AvailabilityMonthReply, NextDeparturesReply } from '#contract/availability.ts'
import { ProductReply } from '#contract/catalogue.ts'
import { CampaignReply, CampaignsReply } from '#contract/promotions.ts'
import { QuoteReply } from '#contract/quote.ts'
import { VersionReply } from '#contract/version.ts'
import {
  type ChosenDeparture,
  departureAt,
  guestToken,
  openShop,
  placeOrder,
  postOrder,
  seatOrder,
} from '#tests/support/shopper.ts'
import { TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

/** The demo's sale of a fifth begins with the month after `TEST_NOW`, in New York. */
const SALE_BEGINS = '2027-06-01T04:00:00Z'
/** Not at midnight, when other things change as well. */
const SALE_ENDS = '2027-06-08T04:07:00Z'
const DAY = '2027-06-15'

let shop: TestApi
let half: ChosenDeparture
beforeAll(async () => {
  ;({ shop } = await openShop())
  await shop.deps.database.query('update campaigns set end_at = $1 where id = 4', [SALE_ENDS])
})
beforeEach(async () => {
  shop.clock.set(SALE_BEGINS)
  half = await departureAt(shop, 6, DAY, '14:30')
})
afterEach(() => shop.deps.database.query('update campaigns set disabled = id = 3'))
afterAll(() => shop.close())

const list = async (query: string) => {
  const { status, body } = await shop.call('GET', `/v1/campaigns${query}`)
  expect(status).toBe(200)
  return CampaignsReply.parse(body)
}
async function quote(more: Record<string, unknown> = {}) {
  const body = { brand_id: 1, ...half, quantity_type: 'seat', quantity: 1, ...more }
  return QuoteReply.parse((await shop.call('POST', '/v1/quotes', { body })).body).quote
}

describe('campaigns', () => {
  test('are listed by their start, for one brand or by id', async () => {
    const all = await list('?brand_id=1')
    expect(all.campaigns.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    const starts = all.campaigns.map((one) => one.start_at)
    expect(starts).toEqual(starts.toSorted())
    expect((await list('?brand_id=2')).campaigns).toEqual([])
    expect((await list('?disabled=true')).campaigns.map(({ id }) => id)).toEqual([3])
    const { body } = await shop.call('GET', '/v1/campaigns/2')
    expect(CampaignReply.parse(body).campaign).toMatchObject({ discount_code: 'FLY15', auto_fill_code: true })
    expect((await shop.call('GET', '/v1/campaigns/99')).status).toBe(404)
  })
})

describe('a running campaign', () => {
  test('lowers every shown price and the price of orders', async () => {
    const quoted = await quote()
    // A fifth off 229.00 is 183.20; 8.05 and 3.50 a seat, and 5 % of the seat.
    expect(quoted).toMatchObject({ unit_price: 183.2, total: 203.91 })
    const product = ProductReply.parse((await shop.call('GET', '/v1/products/6')).body).product
    expect([product.seat_price, product.seat_price_total]).toEqual([229, 203.91])
    // Its cheapest departure costs 209.00: 167.20, the fees and 5 % of it; before 231.00.
    expect([product.from_price_total, product.from_price_before_total]).toEqual([187.11, 231])
    const day = AvailabilityDayReply.parse(
      (await shop.call('GET', `/v1/availability/day?product_id=6&date=${DAY}`)).body,
    ).availability.departures.find(({ departure_id: id }) => id === half.departure_id)
    expect(day).toMatchObject({ seat_price: 183.2, seat_price_total: 203.91 })
    const month = AvailabilityMonthReply.parse(
      (await shop.call('GET', '/v1/availability/month?product_id=6&month=2027-06')).body,
    ).availability
    expect(month.days.find(({ date }) => date === DAY)?.from_price_total).toBeLessThanOrEqual(203.91)
    const next = NextDeparturesReply.parse(
      (await shop.call('GET', '/v1/availability/next?brand_id=1&limit=50&quotes=1')).body,
    )
    for (const one of next.departures)
      expect(one.quote?.total).toBe(one.seat_price_total ?? one.flight_price_total)
    const order = await placeOrder(shop, await guestToken(shop), seatOrder(half, 1, { total_price: 203.91 }))
    expect(order.lines).toEqual(quoted.lines)
  })

  test('begins and ends exactly on time, together with the version of cached pages', async () => {
    for (const [at, total] of [
      [new Date(Date.parse(SALE_BEGINS) - 1), 252],
      [SALE_BEGINS, 203.91],
      [new Date(Date.parse(SALE_ENDS) - 1), 203.91],
      [SALE_ENDS, 252],
    ] as const) {
      shop.clock.set(at)
      expect((await quote()).total).toBe(total)
      const { product } = ProductReply.parse((await shop.call('GET', '/v1/products/6')).body)
      expect(product.from_price_before_total).toBe(total === 252 ? null : 231)
    }
    shop.clock.set(new Date(Date.parse(SALE_ENDS) - 60_000))
    const { body } = await shop.call('GET', '/v1/version')
    expect(VersionReply.parse(body).valid_until).toBe(new Date(SALE_ENDS).toISOString())
  })

  test('can be combined only with a stackable code', async () => {
    const refused = await quote({ discount_code_code: 'TENOFF' })
    expect(refused).toMatchObject({
      total: 203.91,
      discount_code: { message: 'TENOFF is an invalid discount code' },
    })
    await shop.deps.database.query("update discount_codes set stackable = true where code = 'TENOFF'")
    expect(await quote({ discount_code_code: 'TENOFF' })).toMatchObject({ total: 193.91, discount: 10 })
  })

  test('affects only its own brand, not while switched off, and not with an auto-filled code', async () => {
    const miami = await departureAt(shop, 8, DAY, '13:00')
    const [own, other] = [await quote(miami), await quote({ ...miami, brand_id: 2 })]
    expect([own.unit_price, other.unit_price]).toEqual([199.2, 249])
    await shop.deps.database.query('update campaigns set disabled = true where id = 4')
    expect((await quote()).total).toBe(252)
    shop.clock.set(TEST_NOW)
    await shop.deps.database.query('update campaigns set disabled = id not in (2)')
    expect((await quote()).total).toBe(252)
  })

  test('does not change the price of orders placed before it began', async () => {
    shop.clock.set(new Date(Date.parse(SALE_BEGINS) - 60_000))
    const token = await guestToken(shop)
    const order = await placeOrder(shop, token, seatOrder(half, 1))
    shop.clock.set(SALE_BEGINS)
    const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}`, { token })
    expect(body).toMatchObject({ order: { total: 252 } })
    const claim = await postOrder(shop, token, seatOrder(half, 1, { total_price: 252 }))
    expect(claim).toMatchObject({ status: 409, body: { code: 'price_changed', quote: { total: 203.91 } } })
  })
})
