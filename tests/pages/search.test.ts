import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { GiftQuoteReply, QuoteReply } from '#contract/quote.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let shop: TestApi
let browser: Browser
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  browser = await (await openShopPages(shop)).browser()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(TEST_NOW) })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

async function look(query: string, page = '/search') {
  const { status, html } = await browser.get(`${page}${query}`)
  expect(status).toBe(200)
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const text = main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  const links = [...main.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  return { html, main, text, links }
}

describe('the search page', () => {
  test('search corrects typos and finds flights, places, answers and stories', async () => {
    const slip = await look('?q=sunest')
    expect(slip.text).toContain('Did you mean sunset ?')
    expect(slip.links).toContain('/product/manhattan-sunset')
    expect(slip.html).toContain('<meta name="robots" content="noindex, follow"/>')
    const place = await look('?q=new+jersey')
    expect(place.links).toContain('/new-jersey')
    const answers = await look('?q=weight')
    expect(answers.links).toEqual(expect.arrayContaining(['/faq', '/blog/why-we-ask-your-weight']))
    expect((await look('?q=wieght')).links).toContain('/blog/why-we-ask-your-weight')
  })

  test('the form keeps the query, and each price is the price of the checkout', async () => {
    const page = await look('?q=new+yorker&date=2027-06-14&quantity=2&max_price=300&tag=doors_off')
    expect(page.main).toContain('value="new yorker"')
    expect(page.main).toContain('value="2027-06-14"')
    expect(page.main).toMatch(/<option value="doors_off" selected/)
    const href = page.links.find((one) => one.startsWith('/checkout/6?')) ?? ''
    const params = new URLSearchParams(href.split('?')[1])
    expect(params.get('date')).toBe('2027-06-14')
    expect(params.get('quantity')).toBe('2')
    const found = await shop.call('GET', '/v1/availability/day?product_id=6&date=2027-06-14')
    const { departures } = (
      found.body as { availability: { departures: { departure_id: number; depart_at: string }[] } }
    ).availability
    const id = Number(params.get('departure'))
    const depart_at = departures.find((one) => one.departure_id === id)?.depart_at
    const body = { brand_id: 1, departure_id: id, depart_at, quantity_type: 'seat', quantity: 1 }
    const { quote } = QuoteReply.parse((await shop.call('POST', '/v1/quotes', { body })).body)
    expect(page.text).toContain(`$${quote.total.toFixed(2)} a seat`)
  })

  test('a search without results offers the nearest days, fewer filters and popular flights', async () => {
    await shop.deps.database.query(
      "insert into departure_exceptions (product_id, date, kind) values (6, '2027-06-21', 'closed')",
    )
    const near = await look('?q=new+yorker&date=2027-06-21')
    expect(near.text).toContain('Not on Monday 21 June. The nearest days:')
    expect(near.links).toContain('/search?q=new+yorker&date=2027-06-20')
    const none = await look('?q=zzyzx&max_price=150')
    expect(none.text).toContain('No flight like that')
    expect(none.links).toEqual(expect.arrayContaining(['/search?q=zzyzx', '/search?max_price=150']))
    expect(none.text).toContain('Most people fly these')
    expect((await look('?q=%3Cscript%3Ealert(1)')).main).not.toContain('<script>alert')
    expect((await look('?date=moon&quantity=-1&max_price=free')).text).toContain('All flights')
  })
})

test('the front page prices the next sunset flight, and a flight shows its month', async () => {
  const { html: front } = await browser.get('/')
  expect(front.replaceAll(/<[^>]*>/g, '')).toMatch(
    /The next sunset flight is .* at \d+:\d\d pm, \$[\d.,]+ a seat/,
  )
  const { html } = await browser.get('/product/the-new-yorker')
  expect(html).toContain('href="/checkout/6?date=2027-05-20#departures"')
  expect(html).toMatch(/aria-label="Thursday 20 May, \d+ departures from \$\d+/)
})

describe('the gift finder', () => {
  const find = (query: string) => look(query, '/gift-finder')

  test('four questions find the cards that fit, at the price of the checkout', async () => {
    const blank = await find('')
    expect(blank.text).toContain('Who is it for?')
    expect(blank.html).not.toContain('noindex')
    for (const way of ['/gift', '/buy-now-schedule-later', '/search'])
      expect((await browser.get(way)).html, way).toMatch(/<main[\s\S]*href="\/gift-finder"[\s\S]*<\/main>/)

    const pair = await find('?for=love&guests=2&budget=750&mood=sunset')
    expect(pair.main).toMatch(/<option value="sunset" selected/)
    expect(pair.html).toContain('<meta name="robots" content="noindex, follow"/>')
    const cards = pair.links.filter((href) => href.includes('gift_card=1'))
    expect(cards).toContain('/checkout/7?gift_card=1&quantity=2&fare=71')
    // A card for any day also pays for sunset departures of its flight; a card for other hours does
    // not fit.
    expect(cards).toContain('/checkout/6?gift_card=1&quantity=2&fare=61')
    for (const fare of ['62', '63']) {
      expect(cards).not.toContain(`/checkout/6?gift_card=1&quantity=2&fare=${fare}`)
    }
    const body = { gift_purchase: { brand_id: 1, fare_id: 71, quantity: 2 } }
    const { quote } = GiftQuoteReply.parse((await shop.call('POST', '/v1/quotes', { body })).body)
    expect(pair.text).toContain(
      `Weekday sunset : give Manhattan Sunset 2 cards $${quote.total.toFixed(2)} in all`,
    )
    const way = await browser.get('/checkout/7?gift_card=1&quantity=2&fare=71')
    expect([way.status, way.location]).toEqual([303, '/checkout/7/gift?gift_card=1&quantity=2&fare=71'])
    expect((await browser.get(way.location ?? '')).html).toContain(quote.total.toFixed(2))
    for (const calm of (await find('?for=child&guests=2')).links.filter((href) =>
      href.includes('gift_card=1'),
    ))
      expect(calm).not.toMatch(/checkout\/(?:6|9|10)\?/)
  })

  test('a search without a match offers other ways on', async () => {
    const none = await find('?for=child&guests=3&budget=150&mood=sunset')
    expect(none.text).toContain('No gift like that')
    const ways = none.links.filter((href) => href.startsWith('/gift-finder?'))
    expect(ways).toContain('/gift-finder?for=child&guests=3&mood=sunset')
    for (const way of ways) expect((await browser.get(way)).html, way).toContain('gift_card=1')
    expect((await find('?for=%3Cscript%3E&guests=-1&budget=free&mood=x')).text).toContain('flights fit')
    await shop.deps.database.query('update fares set giftable = false')
    expect((await find('?guests=1')).text).toContain('No flight can be given just now.')
    await shop.deps.database.query('update fares set giftable = seat_price_cents is not null')
  })
})
