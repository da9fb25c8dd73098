import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWebServer } from '../../web/create-web-server.ts'
import { loadShop } from '../support/shop-pages.ts'
import { createTestApi, type TestApi } from '../support/test-api.ts'
import { testSettings } from '../support/test-settings.ts'

let shop: TestApi
/** As it is by default. */
let ask: Ask
/** Where an address is meant for ten people. */
let askFew: Ask
let now = 0

type Ask = (path: string, given?: Asked) => Promise<Response>

interface Asked {
  form?: Record<string, string>
  address?: string
}

beforeAll(async () => {
  shop = await createTestApi({ seeded: true, settings: testSettings({ limitFactor: 1, trustProxy: true }) })
  const build = await loadShop()
  const open = async (peoplePerAddress: number): Promise<Ask> => {
    const web = createWebServer({
      ...{ settings: { ...shop.deps.settings, peoplePerAddress }, api: shop.api },
      ...{ build: () => Promise.resolve(build), log: pino({ level: 'silent' }) },
      ...{ clientFolder: undefined, sandboxPages: undefined, health: {}, draining: () => false },
      reports: { report: () => undefined, flush: () => Promise.resolve() },
      now: () => now,
    })
    await web.prepareRefusals('shop.test')
    return async (path, { form, address = '203.0.113.7' } = {}) =>
      web.request(
        `http://shop.test${path}`,
        {
          headers: { 'X-Forwarded-For': address },
          ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
        },
        {},
      )
  }
  ask = await open(shop.deps.settings.peoplePerAddress)
  askFew = await open(10)
})
// Each test comes when all buckets are full.
beforeEach(() => {
  now += 3_600_000
})
afterAll(() => shop.close())

/** Opens pages until one is refused. */
async function exhaust(path: (turn: number) => string): Promise<Response> {
  for (let turn = 0; turn < 100; turn++) {
    const answer = await askFew(path(turn))
    if (answer.status === 429) return answer
    await answer.arrayBuffer()
  }
  throw new Error('No page was refused')
}

test('whoever asks too fast reads so on a page of the shop, dear pages first', async () => {
  const refused = await exhaust((turn) => `/?x=${String(turn)}`)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.headers.get('Cache-Control')).toBe('no-store')
  const html = await refused.text()
  expect(html).toContain('<h1>One moment, please</h1>')
  expect(html).toContain('Very many pages were asked for from your network at once.')
  expect(html).toContain('data-brand=')
  expect(html).toMatch(/<title>One moment, please/)

  const form = { email: 'ada@example.com', password: 'not this one' }
  expect((await askFew('/account', { form })).status).toBe(429)
  expect((await askFew('/search?q=nobody+asked+this')).status).toBe(429)
  expect((await askFew('/checkout/6')).status).toBe(429)
  expect((await askFew('/account')).status).toBe(200)
  expect((await askFew('/search?q=nobody+asked+this', { address: '198.51.100.1' })).status).toBe(200)
})

test('what is kept, what pays and what an order needs is answered all the same', async () => {
  expect((await askFew('/faq')).status).toBe(200)
  expect((await exhaust(() => '/account')).status).toBe(429)
  expect((await askFew('/faq')).status).toBe(200)
  for (const path of ['/healthz', '/v1/products', '/checkout/6/pay', '/order-confirmation?order_id=1']) {
    const { status } = await askFew(path)
    expect({ path, refused: status === 429 }).toEqual({ path, refused: false })
  }
  const webhook = await askFew('/v1/stripe/webhooks', { form: {} })
  expect(webhook.status).toBe(400)
})

test('the script of a form gets the sentence, which it shows at the form', async () => {
  await exhaust((turn) => `/?y=${String(turn)}`)
  const data = '/checkout/6?_data=routes%2Fcheckout.%24product._index'
  const refused = await askFew(data, { form: { intent: 'choose' } })
  expect([refused.status, refused.headers.get('X-Remix-Catch')]).toEqual([429, 'yes'])
  expect(await refused.text()).toMatch(/^Very many pages/)
})

test('a minute of 300 people behind one address, a page each ten seconds, is never refused', async () => {
  const address = '192.0.2.50'
  const pages = [
    (turn: number) => ask(`/search?q=walk+${String(turn)}`, { address }),
    () => ask('/checkout/6', { address }),
    () => ask('/account', { address }),
    (turn: number) => ask(`/product/6?from=${String(turn)}`, { address }),
    () => ask('/product', { address }),
    () => ask('/checkout/6/pay', { address, form: { intent: 'update' } }),
  ]
  const counts: Record<number, number> = {}
  for (let turn = 0; turn < 1800; turn++) {
    now += 1000 / 30
    const answer = await pages[turn % pages.length]?.(turn)
    await answer?.arrayBuffer()
    const status = answer?.status ?? 0
    counts[status] = (counts[status] ?? 0) + 1
  }
  expect(counts[429]).toBeUndefined()
  expect((counts[200] ?? 0) + (counts[302] ?? 0) + (counts[303] ?? 0)).toBe(1800)
})
