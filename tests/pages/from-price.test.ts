import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AvailabilityDayReply, AvailabilityMonthReply } from '#contract/availability.ts'
import { ProductReply } from '#contract/catalogue.ts'
import { QuoteReply } from '#contract/quote.ts'
import { departureAt, guestToken, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

const NEW_YORKER = 6
/** One of the two days on sale has the only departure at the lowest fare, at 11:00. */
const THURSDAY = '2027-05-13'
const CHEAPEST = 231
const NEXT_CHEAPEST = 252

let shop: TestApi
let browser: Browser
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  browser = await (await openShopPages(shop)).browser()
  vi.useFakeTimers({ toFake: ['Date'] })
  await write('update products set sales_window_days = 1 where id = $1', NEW_YORKER)
})
beforeEach(() => {
  at(TEST_NOW)
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const write = (sql: string, ...values: unknown[]) => shop.deps.database.query(sql, values)
/** The pages and the service share one clock. */
function at(now: string) {
  vi.setSystemTime(now)
  shop.clock.set(now)
}
const read = async (path: string) => (await shop.call('GET', path)).body

/** Lists every place that names a "from" price of the flight. */
async function namedPrices() {
  const { product } = ProductReply.parse(await read(`/v1/products/${String(NEW_YORKER)}?selling_brand_id=1`))
  const query = `product_id=${String(NEW_YORKER)}&selling_brand_id=1&quantity=1&quantity_type=seat`
  const month = AvailabilityMonthReply.parse(await read(`/v1/availability/month?${query}&month=2027-05`))
  const days = month.availability.days.flatMap(({ from_price_total: price }) => price ?? [])
  const shown = async (path: string) => (await browser.get(path)).html
  const page = await shown(`/product/${product.slug}`)
  const dollars = (text: string | undefined) => Number(text?.replace(/[$,]/g, ''))
  return {
    wire: product.from_price_total,
    calendar: Math.min(...days),
    card: dollars(/The New Yorker<\/a>[\s\S]*?from <\/span>\$([\d.,]+)/.exec(await shown('/product'))?.[1]),
    structured: dollars(/"price":"([\d.]+)"/.exec(page)?.[1]),
    page: dollars(/<p class="price">from (?:<!-- -->)?\$([\d.,]+)/.exec(page)?.[1]),
    facts: dollars(
      /for a seat, the lowest price[\s\S]*?\$([\d,]+<small class="cents">[.\d]+)/
        .exec(readable(page))?.[1]
        ?.replace(/<[^>]+>/g, ''),
    ),
    seatPrice: product.seat_price,
  }
}
const readable = (html: string) => html.replaceAll('<!-- -->', '')
const everywhere = (price: number) => ({
  wire: price,
  calendar: price,
  card: price,
  structured: price,
  page: price,
  facts: price,
  seatPrice: 229,
})

/** Finds the lowest total of a quote for one person, over all bookable departures. */
async function cheapestQuote() {
  const totals: number[] = []
  for (const date of ['2027-05-12', THURSDAY]) {
    const path = `/v1/availability/day?product_id=${String(
      NEW_YORKER,
    )}&selling_brand_id=1&date=${date}&quantity=1`
    for (const one of AvailabilityDayReply.parse(await read(path)).availability.departures) {
      if (one.status !== 'open') continue
      const { departure_id, depart_at } = one
      const body = { brand_id: 1, departure_id, depart_at, quantity: 1, quantity_type: 'seat' }
      totals.push(QuoteReply.parse((await shop.call('POST', '/v1/quotes', { body })).body).quote.total)
    }
  }
  return Math.min(...totals)
}

describe('a price that begins with from', () => {
  it('every from-price is the quote of one person on the cheapest departure on sale', async () => {
    expect(await namedPrices()).toEqual(everywhere(CHEAPEST))
    expect(await cheapestQuote()).toBe(CHEAPEST)
  })

  it('a from-price rises with a sold-out departure and falls with an expired hold', async () => {
    const cheap = await departureAt(shop, NEW_YORKER, THURSDAY, '11:00')
    await placeOrder(shop, await guestToken(shop), seatOrder(cheap, 4))
    expect(await namedPrices()).toEqual(everywhere(NEXT_CHEAPEST))
    expect(await cheapestQuote()).toBe(NEXT_CHEAPEST)
    at(new Date(Date.parse(TEST_NOW) + 16 * 60_000).toISOString())
    expect(await namedPrices()).toEqual(everywhere(CHEAPEST))
  })

  it('a from-price follows closed days, ended sales and a running campaign', async () => {
    const rule = (await departureAt(shop, NEW_YORKER, THURSDAY, '11:00')).departure_id
    await write(
      `insert into departure_exceptions (product_id, departure_id, date, kind) values ($1, $2, $3, 'closed')`,
      NEW_YORKER,
      rule,
      THURSDAY,
    )
    expect(await namedPrices()).toEqual(everywhere(NEXT_CHEAPEST))
    await write('delete from departure_exceptions where departure_id = $1', rule)
    // Sales end two hours before departure.
    at('2027-05-13T12:59:00Z')
    expect((await namedPrices()).wire).toBe(CHEAPEST)
    at('2027-05-13T13:00:00Z')
    expect((await namedPrices()).wire).toBe(NEXT_CHEAPEST)
  })

  it('no from-price appears while nothing can be booked', async () => {
    await write(
      `insert into departure_exceptions (product_id, departure_id, date, kind)
        select $1, null, d, 'closed' from unnest($2::date[]) d`,
      NEW_YORKER,
      ['2027-05-12', THURSDAY],
    )
    const { product } = ProductReply.parse(await read(`/v1/products/${String(NEW_YORKER)}`))
    expect(product).toMatchObject({ on_sale: false, from_price_total: CHEAPEST })
    const page = (await browser.get(`/product/${product.slug}`)).html
    expect(page).toContain('https://schema.org/SoldOut')
    const list = (await browser.get('/product')).html
    expect(list).not.toMatch(/The New Yorker<\/a><\/h\d><p class="price"><span class="vh">from/)
    expect(list).toContain('No dates now')
    await write('delete from departure_exceptions where product_id = $1', NEW_YORKER)
  })
})
