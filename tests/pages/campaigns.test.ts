import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { QuoteReply } from '#contract/quote.ts'
import { departureAt } from '#tests/support/shopper.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let shop: TestApi
let tidewater: Browser
let browser: Browser
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  const pages = await openShopPages(shop)
  browser = await pages.browser()
  tidewater = await pages.browser(undefined, 'http://tidewater.localhost')
  vi.useFakeTimers({ toFake: ['Date'] })
})
beforeEach(() => {
  at(TEST_NOW)
})
afterEach(() =>
  shop.deps.database.query('update campaigns set disabled = id = 3, banner_color = $1', ['#a63a12']),
)
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

/** The pages and the service share one clock. */
function at(now: string) {
  vi.setSystemTime(now)
  shop.clock.set(now)
}
const bannerOn = async (path: string) => {
  const { status, html } = await browser.get(path)
  expect(status).toBe(200)
  return /<aside class="banner[\s\S]*?<\/aside>/.exec(html)?.[0]
}
/** Returns the text that a person reads or hears in an element. */
const textOf = (html = '') =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('the campaign banner', () => {
  test('the banner shows the running sale’s price, end and code, on shopping pages only', async () => {
    const banner = await bannerOn('/')
    const half = await departureAt(shop, 6, '2027-05-12', '14:30')
    const body = { brand_id: 1, ...half, quantity_type: 'seat', quantity: 1, discount_code_code: 'FLY15' }
    const { quote } = QuoteReply.parse((await shop.call('POST', '/v1/quotes', { body })).body)
    expect(textOf(banner)).toBe(
      '15% off with FLY15 The New Yorker, next to leave, was $252.00 now ' +
        `$${quote.total.toFixed(2)} a seatEnds Tuesday 1 June, 11:59 pm ETBook now×Hide this ` +
        'offer for a week',
    )
    expect(banner).toContain('href="/checkout/6?code=FLY15"')
    expect(banner).toContain('data-ends-in="2027-06-02T04:00:00.000Z"')
    expect(banner).toContain('src="/banners/last-light.svg" alt=""')
    expect(await bannerOn('/product/6')).toBe(banner)
    const paying = `/pay/1001-abc123-${'a'.repeat(22)}`
    for (const quiet of ['/checkout/6', '/account', '/resume', paying])
      expect(await bannerOn(quiet)).toBeUndefined()
  })

  test('the banner has the colour chosen by staff and readable text, never an invalid colour', async () => {
    const pageNow = async () => (await browser.get('/product')).html
    expect(await pageNow()).toContain('.banner{--ground:#a63a12;--on-ground:#ffffff}</style>')
    await shop.deps.database.query("update campaigns set banner_color = 'F2A541'")
    expect(await pageNow()).toContain('.banner{--ground:#f2a541;--on-ground:#000000}</style>')
    await shop.deps.database.query("update campaigns set banner_color = '#fff}*{display:none'")
    const invalid = await pageNow()
    expect(invalid).toContain('class="banner')
    expect(invalid).not.toContain('--ground:')
    expect(invalid).not.toContain('*{display:none')
  })

  test('a lower price strikes through the earlier one, and the checkout charges the lower one', async () => {
    at('2027-06-02T14:00:00Z')
    expect(textOf(await bannerOn('/product/6'))).toBe(
      '20% off every flight this week The New Yorker from was $231.00 now $187.11 a seatEnds ' +
        'Monday 7 June, 11:59 pm ETBook now×Hide this offer for a week',
    )
    const { html } = await browser.get('/product')
    expect(textOf(html)).toContain('The New Yorkerfrom was $231.00 now $187.11 a seat')
  })

  test('an ended campaign’s page says so and links to the next offer', async () => {
    at('2027-07-02T14:00:00Z')
    const banner = await bannerOn('/product')
    expect(textOf(banner)).toBe(
      'A fifth off everything is over. See what flies today×Hide this offer for a week',
    )
    expect(banner).toContain('class="banner over"')
    expect(banner).toContain('href="/product"')
    at(TEST_NOW)
    await shop.deps.database.query('update campaigns set disabled = true')
    expect(textOf(await bannerOn('/product'))).toContain('is over.')
  })

  test('a button hides the banner for a week on the page that showed it', async () => {
    const hiding = await (await openShopPages(shop)).browser()
    const hidden = await hiding.post('/campaigns/hide', {})
    expect([hidden.status, hidden.location]).toEqual([303, '/'])
    expect(hidden.headers.get('Set-Cookie')).toBe(
      'no-banner=1; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax',
    )
    for (const path of ['/', '/product/6', '/contact']) {
      expect((await hiding.get(path)).html).not.toContain('<aside class="banner')
      expect(await bannerOn(path)).toContain('action="/campaigns/hide"')
    }
    expect((await hiding.get('/campaigns/hide')).location).toBe('/campaigns')
    const backFrom = async (page: string) =>
      (await hiding.post('/campaigns/hide', {}, { Referer: page })).location
    expect(await backFrom('http://shop.test/product/6?party=2')).toBe('/product/6?party=2')
    expect(await backFrom('https://elsewhere.example/product/6')).toBe('/')
    expect(await backFrom('http://shop.test//elsewhere.example')).toBe('/')
  })

  test('a brand without campaigns and a failing service show no banner', async () => {
    await shop.deps.database.query('update campaigns set brand_id = 2')
    expect(await bannerOn('/product')).toBeUndefined()
    await shop.deps.database.query('update campaigns set brand_id = 1')
  })
})

describe('a campaign’s page', () => {
  const PAGES = [
    'flights-starting-at-99-dollars',
    'fly15',
    'nycc-2-pass-giveaway',
    'nyon-elite-frequent-flyer-program',
    'subscribe-to-miami',
  ]

  test.each(PAGES)(
    '/campaigns/%s opens in one answer, also with tracking parameters, and is listed',
    async (name) => {
      const plain = await browser.get(`/campaigns/${name}`)
      expect(plain.status).toBe(200)
      const tagged = await browser.get(`/campaigns/${name}?utm_source=mail&affiliate=anna&code=FLY15`)
      // The first answer is the page itself, without a redirect.
      expect([tagged.status, tagged.location]).toEqual([200, null])
      expect(tagged.html).toContain('<h1')
      expect((await browser.get('/campaigns')).html).toContain(`href="/campaigns/${name}"`)
    },
  )

  test('the page keeps the referral and the code for the checkout', async () => {
    const { headers } = await browser.get(
      '/campaigns/subscribe-to-miami?utm_campaign=spring&affiliate=ben&code=TENOFF',
    )
    expect(headers.get('Set-Cookie')).toMatch(/^arrival=/)
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect((await browser.get('/checkout/6')).html).toContain('TENOFF')
  })

  test('the page names the list price of a seat and the reduced one; unknown names answer 404', async () => {
    const { html } = await browser.get('/campaigns/flights-starting-at-99-dollars')
    expect(textOf(html)).toContain('$99.00 the seat')
    const { body } = await shop.call('GET', '/v1/products/13?selling_brand_id=1')
    const { from_price_total: from } = (body as { product: { from_price_total: number } }).product
    expect(textOf(html)).toContain(`from $${from.toFixed(2)} a seat`)
    expect((await browser.get('/campaigns/no-such-offer')).status).toBe(404)
  })

  test('a brand that sells no seat at the advertised price has no such page', async () => {
    expect((await tidewater.get('/campaigns/flights-starting-at-99-dollars')).status).toBe(404)
    expect((await tidewater.get('/campaigns')).html).not.toContain('flights-starting-at-99-dollars')
    expect((await tidewater.get('/campaigns/nycc-2-pass-giveaway')).status).toBe(200)
  })
})
