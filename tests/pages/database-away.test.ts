import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, createApi } from '#api/app.ts'
import { type Database, openDatabase } from '#api/db/client.ts'
import { UNAVAILABLE_SENTENCE } from '#contract/service-sentences.ts'
import { openShopPages, type Page, type ShopPages } from '../support/shop-pages.ts'
import { createTestApi, type TestApi } from '../support/test-api.ts'
import { UNREACHABLE } from '#app/visit/error-messages.ts'

let shop: TestApi
let nowhere: Database
let pages: ShopPages
let isAway = false
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  // The server refuses every connection, as a restarting one does.
  nowhere = await openDatabase({ databaseUrl: 'postgres://shop@127.0.0.1:1/shop', dataDir: '' })
  const away = createApi({ ...shop.deps, database: nowhere })
  const api: Api = { fetch: (...call) => (isAway ? away : shop.api).fetch(...call) }
  pages = await openShopPages({ deps: shop.deps, api })
})
afterAll(async () => {
  await nowhere.close()
  await shop.close()
})

/** The messages of every page that the outage affects. */
const saysSo = ({ html }: Page) => [UNREACHABLE, UNAVAILABLE_SENTENCE].some((words) => html.includes(words))

/** Pages that sell, which the outage affects; content pages do not need the database. */
const OPENED = ['/', '/checkout/6', '/checkout/6/pay', '/gift-cards', '/search']

test.each([
  ['that has answered nobody yet', false],
  ['that knows its brands', true],
])(
  'while the database is down, every page that sells, in a shop %s, answers 503 with Retry-After',
  async (_, warm) => {
    const browser = await pages.browser()
    if (warm) {
      isAway = false
      expect((await browser.get('/')).status).toBe(200)
    }
    isAway = true
    for (const path of OPENED) {
      const page = await browser.get(path)
      expect({ path, status: page.status }).toEqual({ path, status: 503 })
      expect(page.headers.get('Retry-After'), path).toBe('5')
      expect(saysSo(page), path).toBe(true)
    }
  },
)

test('a form sent while the database is away answers 503, and the next try succeeds', async () => {
  const browser = await pages.browser()
  isAway = false
  expect((await browser.get('/account')).status).toBe(200)
  isAway = true
  const refused = await browser.logIn('customer@example.com', shop.deps.settings.demoPassword)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('Retry-After')).toBe('5')
  expect(saysSo(refused)).toBe(true)
  isAway = false
  const done = await browser.logIn('customer@example.com', shop.deps.settings.demoPassword)
  expect(done.status).toBe(303)
})

test('during an outage no page answers 500 or logs anybody out', async () => {
  isAway = false
  const browser = await pages.browser()
  await browser.logIn('customer@example.com', shop.deps.settings.demoPassword)
  isAway = true
  const wrong: string[] = []
  for (const { path, file } of pages.routes) {
    if (path.includes('*')) continue
    const address = `/${path.replaceAll(/:\w+/g, '1')}`
    const { status, headers } = await browser.get(address)
    // No logged-in customer is sent to the login.
    if (headers.get('Location')?.includes('#login')) wrong.push(`${file} leads to the login`)
    if (status >= 500 && (status !== 503 || headers.get('Retry-After') === null))
      wrong.push(`${file} ${String(status)}`)
  }
  expect(wrong).toEqual([])
  const own = await browser.get('/account')
  expect(own.status).toBe(503)
  expect(saysSo(own)).toBe(true)
  isAway = false
  const account = await browser.get('/account')
  expect(account.html).toContain('Nora Adler')
})
