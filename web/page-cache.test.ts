import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readCampaignArrival } from '#app/visit/arrival.server.ts'
import { AvailabilityDayReply, NextDeparturesReply } from '#contract/availability.ts'
import { ProductsReply } from '#contract/catalogue.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { createVersionReader, withQuarter } from './ask-version.ts'
import { CachedPages, createCachedPage } from './kept-pages.ts'
import { limitPages } from './limit-pages.ts'
import { createPageCache } from './page-cache.ts'
import { type PageRender, type Shop } from './shop-handler.ts'

const settings = testSettings()
const facts = { requestId: 'test', visitorAddress: '203.0.113.7' }
const refusals = { answer: () => Promise.resolve(new Response('too fast', { status: 429 })) }
const limit = limitPages(settings, refusals)

let service: TestApi
beforeAll(async () => {
  service = await createTestApi({ seeded: true })
})
beforeEach(() => {
  service.clock.set(TEST_NOW)
})
afterAll(() => service.close())

/**
 * A shop that prints the prices and departures of `/v1` and its visitor; `made` counts the rendered
 * pages.
 */
function createShop(narrowed: Partial<typeof settings> = {}) {
  const made: string[] = []
  let failing = false
  const ask = async (path: string, making?: PageRender) => {
    const answer = failing
      ? new Response(null, { status: 503 })
      : await service.api.fetch(new Request(`http://v1.internal${path}`))
    making?.onAnswer(answer)
    return answer.ok ? ((await answer.json()) as unknown) : undefined
  }
  const shop: Shop = async (request, _, making) => {
    const { host, pathname, search } = new URL(request.url)
    made.push(host + pathname + search)
    const brand = host.startsWith('tidewater') ? 2 : 1
    const catalogue = await ask(`/v1/products?selling_brand_id=${String(brand)}`, making)
    const next = await ask(`/v1/availability/next?brand_id=${String(brand)}&limit=30`, making)
    const products = catalogue ? ProductsReply.parse(catalogue).products : []
    const departures = next ? NextDeparturesReply.parse(next).departures : []
    const lines = [
      `brand ${String(brand)}`,
      `cookie ${request.headers.get('Cookie') ?? 'none'}`,
      ...products.map((one) => `${one.slug} from ${String(one.from_price_total)}`),
      ...departures.map((one) => `${String(one.product_id)} ${one.depart_at} ${String(one.seats_left)} left`),
    ]
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, no-cache' }
    return new Response(pathname === '/product/none' ? 'nothing' : lines.join('\n'), {
      status: pathname === '/product/none' ? 404 : 200,
      headers,
    })
  }
  let now = Date.parse('2026-11-22T23:59:59Z')
  const reader = createVersionReader((request) => service.api.fetch(request), 'http://v1.internal')
  const askVersion = withQuarter(reader, () => now)
  const { answer: page } = createPageCache({
    ...{ shop, askVersion, pages: new CachedPages(), clock: () => now },
    limit: limitPages({ ...settings, ...narrowed }, refusals, () => now),
    settings: { ...settings, ...narrowed },
  })
  const get = (path: string, headers: Record<string, string> = {}, host = 'localhost') =>
    page(new Request(`http://${host}${path}`, { headers }), facts)
  return {
    made,
    get,
    page,
    shop,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    text: async (path: string, headers?: Record<string, string>, host?: string) =>
      (await get(path, headers, host)).text(),
    fail: (now: boolean) => {
      failing = now
    },
  }
}

async function departureOf(productId: number, date: string) {
  const path = `/v1/availability/day?product_id=${String(productId)}&date=${date}`
  const { body } = await service.call('GET', path)
  return AvailabilityDayReply.parse(body).availability.departures[0]
}

test('a page is rendered again when a day begins in a time zone, although no data changed', async () => {
  const { text, made, pass } = createShop()
  await text('/')
  await text('/')
  expect(made).toHaveLength(1)
  pass(1000)
  await text('/')
  await text('/')
  expect(made).toHaveLength(2)
})

test('a page is rendered once and shared by all visitors', async () => {
  const { get, text, made } = createShop()
  const first = await text('/', { Cookie: 'session=somebody' })
  expect(first).toContain('cookie none')
  expect(await text('/', { Cookie: 'session=somebody-else' })).toBe(first)
  expect(await text('/')).toBe(first)
  expect(made).toHaveLength(1)
  const { headers } = await get('/', { Cookie: 'session=somebody' })
  expect(headers.get('Cache-Control')).toBe('public, no-cache')
  expect(headers.get('Set-Cookie')).toBeNull()
  expect(made).toHaveLength(1)
})

test('visitors who hid the sale banner share one cached page without it, which no proxy caches', async () => {
  const { get, text, made } = createShop()
  const Cookie = 'session=somebody; no-banner=1'
  const bare = await get('/', { Cookie })
  expect(await bare.text()).toContain('cookie no-banner=1')
  expect(bare.headers.get('Cache-Control')).toBe('private, no-cache')
  const usual = await get('/', { Cookie: 'no-banner=11; xno-banner=1' })
  expect([usual.headers.get('Cache-Control'), await usual.text()]).toEqual([
    'public, no-cache',
    expect.stringContaining('cookie none'),
  ])
  expect((await get('/', { Cookie, 'If-None-Match': usual.headers.get('ETag') ?? '' })).status).toBe(200)
  expect(await text('/', { Cookie: 'no-banner=1' })).toContain('cookie no-banner=1')
  expect(made).toHaveLength(2)
})

test('many requests at once render a page once', async () => {
  const { text, made } = createShop()
  const all = await Promise.all(Array.from({ length: 12 }, () => text('/product')))
  expect(new Set(all).size).toBe(1)
  expect(made).toHaveLength(1)
})

test('pages of two brands never mix', async () => {
  const { text } = createShop()
  expect(await text('/', {}, 'localhost')).toContain('brand 1')
  expect(await text('/', {}, 'tidewater.localhost')).toContain('brand 2')
  expect(await text('/', {}, 'localhost')).toContain('brand 1')
})

test('a browser with the current page gets 304, and others get an accepted encoding', async () => {
  const { get, text } = createShop()
  const plain = await text('/')
  const brotli = await get('/', { 'Accept-Encoding': 'gzip, br' })
  expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(plain)
  expect(brotli.headers.get('Content-Encoding')).toBe('br')
  expect(brotli.headers.get('Vary')).toBe('Accept-Encoding')
  const gzip = await get('/', { 'Accept-Encoding': 'gzip' })
  expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(plain)

  const etag = brotli.headers.get('ETag') ?? ''
  const again = await get('/', { 'If-None-Match': `"other", ${etag}` })
  expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, etag, ''])
  await service.deps.database.query("update products set subtitle = 'nobody shows this here' where id = 6")
  // The page is rendered again and is the same, so the answer is 304.
  expect((await get('/', { 'If-None-Match': etag })).status).toBe(304)
})

test('a price changed in the database shows on the very next request', async () => {
  const { text } = createShop()
  expect(await text('/product')).toContain('the-new-yorker from 231')
  await service.deps.database.query('update fees set price_cents = 1805 where price_cents = 805')
  expect(await text('/product')).toContain('the-new-yorker from 241')
  await service.deps.database.query('update fees set price_cents = 805 where price_cents = 1805')
  expect(await text('/product')).toContain('the-new-yorker from 231')
})

test('a new hold and an expired hold show on the next request', async () => {
  const { text } = createShop()
  const departure = await departureOf(6, '2027-05-13')
  const row = `6 ${departure?.depart_at ?? ''}`
  expect(await text('/')).toContain(`${row} 4 left`)
  await occupySeats(service, departure, { seats: 1, state: 'held' })
  expect(await text('/')).toContain(`${row} 3 left`)
  await occupySeats(service, departure, { seats: 3, state: 'held' })
  expect(await text('/')).not.toContain(row)
  service.clock.advance(14.9)
  expect(await text('/')).not.toContain(row)
  service.clock.advance(0.1)
  expect(await text('/')).toContain(`${row} 4 left`)
})

test('the sales of a departure close to the second', async () => {
  const { text, made } = createShop()
  const row = '2027-05-12T18:30:00.000Z'
  expect(await text('/')).toContain(row)
  service.clock.set('2027-05-12T16:29:59Z')
  expect(await text('/')).toContain(row)
  const before = made.length
  service.clock.set('2027-05-12T16:30:00Z')
  expect(await text('/')).not.toContain(row)
  expect(made).toHaveLength(before + 1)
})

test('a publishing window opens and ends on time', async () => {
  const { text } = createShop()
  const set =
    "update products set publish_at = '2027-05-12T14:05:00Z', publish_until = " +
    "'2027-05-12T14:07:00Z' where id = 13"
  await service.deps.database.query(set)
  const seen = []
  for (const time of ['14:04:59', '14:05:00', '14:06:59', '14:07:00']) {
    service.clock.set(`2027-05-12T${time}Z`)
    seen.push((await text('/product')).includes('harbour-hop'))
  }
  expect(seen).toEqual([false, true, true, false])
  await service.deps.database.query(
    'update products set publish_at = null, publish_until = null where id = 13',
  )
})

describe('a campaign’s link', () => {
  const TRACKED = '/product?utm_source=letter&utm_campaign=may&gclid=1&fbclid=2&code=FLY15&affiliate=anna'

  test('it shows the kept page, and nothing of it is rendered', async () => {
    const { get, text, made } = createShop()
    const plain = await text('/product')
    for (const path of [
      TRACKED,
      '/product?utm_source=poster',
      '/product?code=TENOFF',
      '/product?discount_code=X',
    ]) {
      expect(await (await get(path)).text()).toBe(plain)
    }
    expect(made).toEqual(['localhost/product'])
  })

  test('it sets the arrival cookie beside the page, which no proxy caches then', async () => {
    const { get } = createShop()
    const first = await get(TRACKED)
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(first.headers.get('Set-Cookie')).toMatch(/^arrival=.*; HttpOnly/)
    const Cookie = first.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    const request = new Request('http://localhost/checkout/6', { headers: { Cookie } })
    expect(await readCampaignArrival(request, { settings })).toEqual({
      tags: ['affiliate:anna', 'utm_source:letter', 'utm_campaign:may'],
      code: 'FLY15',
    })
    expect((await get('/product')).headers.get('Set-Cookie')).toBeNull()
    const known = await get(TRACKED, { 'If-None-Match': first.headers.get('ETag') ?? '' })
    expect([known.status, known.headers.has('Set-Cookie')]).toEqual([304, true])
    const counted = await get('/product?gclid=1')
    expect([counted.headers.get('Cache-Control'), counted.headers.get('Set-Cookie')]).toEqual([
      'public, no-cache',
      null,
    ])
    expect((await get('/product/none?utm_source=letter')).headers.get('Set-Cookie')).toBeNull()
  })

  test('names that a page reads itself are part of what is kept, in any order', async () => {
    const { get, made } = createShop()
    for (const path of ['/search?q=sunset&place=miami', '/search?utm_source=a&place=miami&q=sunset']) {
      expect((await get(path)).headers.get('Cache-Control')).toMatch(/no-cache$/)
    }
    await get('/search?q=night')
    expect(made).toEqual(['localhost/search?place=miami&q=sunset', 'localhost/search?q=night'])
  })

  test('names of the owner’s own count visitors too', async () => {
    const { get, made } = createShop({ trackingNames: ['click_id', 'shop_*'] })
    for (const path of ['/?click_id=1', '/?shop_mail=2', '/?shop=3']) await get(path)
    expect(made).toEqual(['localhost/', 'localhost/?shop=3'])
  })

  test('a name that nobody knows renders the page anew, which counts as a dear page', async () => {
    const { get, page, made, pass } = createShop({ limitFactor: 1, peoplePerAddress: 1 })
    expect((await get('/product?anything')).headers.get('Cache-Control')).toBe('private, no-store')
    const refused = await get('/?x=1')
    expect([refused.status, await refused.text()]).toEqual([429, 'too fast'])
    expect(made).toEqual(['localhost/product?anything'])
    const elsewhere = { ...facts, visitorAddress: '198.51.100.1' }
    expect((await page(new Request('http://localhost/?x=1'), elsewhere)).status).toBe(200)
    pass(10_000)
    expect((await get('/?x=1')).status).toBe(200)
  })

  test('a page that is kept costs nothing, and one that must be made is refused in time', async () => {
    const { get, made } = createShop({ limitFactor: 1, peoplePerAddress: 1 })
    for (let turn = 0; turn < 30; turn++) expect((await get('/faq')).status).toBe(200)
    for (const path of ['/press', '/miami', '/blog', '/about-us', '/gift']) await get(path)
    expect(await Promise.all(['/promises', '/faq'].map(async (path) => (await get(path)).status))).toEqual([
      429, 200,
    ])
    expect(made).toHaveLength(6)
  })

  test('those who wait for a page that is being made pay nothing for it', async () => {
    const { get, made } = createShop({ limitFactor: 1, peoplePerAddress: 1 })
    const answers = await Promise.all(Array.from({ length: 40 }, () => get('/faq')))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(made).toHaveLength(1)
  })
})

test('private pages and errors are rendered each time', async () => {
  const { get, made, fail } = createShop()
  for (const path of [
    '/checkout/6',
    '/checkout/6',
    '/account',
    '/account',
    '/product/none',
    '/product/none',
  ]) {
    await get(path)
  }
  expect(made).toHaveLength(6)
  fail(true)
  expect(await (await get('/')).text()).not.toContain('left')
  fail(false)
  expect(await (await get('/')).text()).toContain('left')
})

test('an answer that sets a cookie is never cached', async () => {
  const shop: Shop = vi.fn(() =>
    Promise.resolve(new Response('hello', { headers: { 'Cache-Control': 'public', 'Set-Cookie': 'a=b' } })),
  )
  const { answer: page } = createPageCache({ shop, askVersion: () => Promise.resolve('1'), limit, settings })
  for (const cookie of ['session=one', 'session=two']) {
    const answer = await page(new Request('http://localhost/', { headers: { Cookie: cookie } }), facts)
    expect(answer.headers.get('Set-Cookie')).toBe('a=b')
  }
  const asked = vi.mocked(shop).mock.calls.map(([request]) => request.headers.get('Cookie'))
  expect(asked).toEqual([null, 'session=one', null, 'session=two'])
})

test('a service without the version call is not asked repeatedly, and nothing is cached', async () => {
  let calls = 0
  const askVersion = createVersionReader(() => {
    calls += 1
    return Promise.resolve(new Response('{}', { status: 404 }))
  }, 'http://elsewhere.example')
  const { shop, made } = createShop()
  const { answer: page } = createPageCache({ shop, askVersion, limit, settings })
  for (let time = 0; time < 3; time++) await page(new Request('http://localhost/'), facts)
  expect([calls, made.length]).toEqual([1, 3])
})

test('the page is rendered again when the service does not name its version within two seconds', async () => {
  const patience: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController()
    patience.push(ms)
    setImmediate(() => {
      over.abort()
    })
    return over.signal
  })
  const silent = ({ signal }: Request) =>
    new Promise<Response>((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('timed out'))
      })
    })
  const { shop, made } = createShop()
  const { answer: page } = createPageCache({
    limit,
    ...{ shop, settings },
    askVersion: createVersionReader(silent, 'http://elsewhere.example'),
  })
  expect((await page(new Request('http://localhost/'), facts)).status).toBe(200)
  expect(patience).toEqual([2000])
  expect(made).toHaveLength(1)
  vi.restoreAllMocks()
})

test('a full cache evicts the least recently used page', () => {
  const pages = new CachedPages(100_000)
  const page = (version: string) => createCachedPage(version, new Headers(), Buffer.alloc(20_000))
  pages.keep('a', page('1'))
  pages.keep('b', page('1'))
  expect(pages.find('a', '1')).toBeDefined()
  pages.keep('c', page('1'))
  expect([pages.find('a', '1'), pages.find('b', '1'), pages.find('c', '1')].map(Boolean)).toEqual([
    true,
    false,
    true,
  ])
  for (let host = 0; host < 1000; host++) pages.keep(`host${String(host)}`, page('1'))
  expect(pages.size).toBe(2)
  pages.keep('host999', page('2'))
  expect(pages.find('host999', '1')).toBeUndefined()
})
