import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { countQueries } from '#tests/support/count-queries.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { departureAt } from '#tests/support/shopper.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let shop: TestApi
let pages: ShopPages
let visitor: Browser
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  pages = await openShopPages(shop)
  visitor = await pages.browser()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(TEST_NOW)
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const shown = async (path: string, browser = visitor) => (await browser.get(path)).html

test.each(['/', '/faq', '/checkout/6', '/nowhere'])('%s is a document in standards mode', async (path) => {
  expect(await shown(path)).toMatch(/^<!DOCTYPE html><html lang="en"/)
})

test('a page asked for again costs the question for the version alone', async () => {
  const first = await shown('/product/6')
  const texts = await countQueries(shop.deps.database, async () => {
    expect(await shown('/product/6')).toBe(first)
  })
  expect(texts).toHaveLength(1)
})

// Each page has a nonce of its own, and a trace where error reports are on.
const ownParts = /nonce="[^"]*"|[0-9a-f]{32}(?:-[0-9a-f]{16})?/g

async function choose(): Promise<string> {
  const { departure_id } = await departureAt(shop, 6, '2027-06-16', '11:00')
  return `date=2027-06-16&departure=${String(departure_id)}&quantity_type=seat&quantity=2`
}

test('a visitor’s choice is priced once, and anew with another price', async () => {
  const chosen = await choose()
  const shownChoice = async () => (await shown(`/checkout/6?${chosen}`)).replaceAll(ownParts, '')
  const first = await shownChoice()
  const texts = await countQueries(shop.deps.database, async () => {
    expect(await shownChoice()).toBe(first)
  })
  expect(texts).toHaveLength(1)
  await shop.deps.database.query('update fees set price_cents = price_cents + 1100')
  expect(await shownChoice()).not.toBe(first)
  await shop.deps.database.query('update fees set price_cents = price_cents - 1100')
})

test.each(['pay', 'gift'])('the page %s is the same for all, but for the key of its form', async (page) => {
  const path = `/checkout/6/${page}?${await choose()}`
  const first = await shown(path)
  const texts = await countQueries(shop.deps.database, async () => {
    const second = await shown(path, await pages.browser())
    const [one, two] = [first, second].map((html) => {
      const [, key = ''] = /name="form_key" value="([\w-]{36})"/.exec(html) ?? []
      // In the form, and in the data that the script continues with.
      expect(html.split(key)).toHaveLength(3)
      return { key, rest: html.replaceAll(key, '').replaceAll(ownParts, '') }
    })
    expect(two?.rest).toBe(one?.rest)
    expect(two?.key).not.toBe(one?.key)
  })
  expect(texts).toHaveLength(1)
})

test('a page shows a price as soon as it has changed', async () => {
  const before = await shown('/product/6')
  await shop.deps.database.query('update fees set price_cents = price_cents + 1100')
  const after = await shown('/product/6')
  await shop.deps.database.query('update fees set price_cents = price_cents - 1100')
  expect(after).not.toBe(before)
  expect(await shown('/product/6')).toBe(before)
})

test('a page shows a seat less as soon as it is taken', async () => {
  const path = '/checkout/6?date=2027-06-14'
  const before = await shown(path)
  const departure = await departureAt(shop, 6, '2027-06-14', '11:00')
  await occupySeats(shop, departure, { seats: 1, state: 'sold' })
  expect(await shown(path)).not.toBe(before)
})

test('visitors of two brands never get each other’s flights', async () => {
  const other = await pages.browser(undefined, 'http://tidewater.localhost')
  const [one, two, again] = [await shown('/'), await shown('/', other), await shown('/')]
  expect(two).not.toBe(one)
  expect(again).toBe(one)
})

test('seats that somebody holds are free to them alone, whoever asked first', async () => {
  const path = '/checkout/6?date=2027-06-15'
  const seats = async (browser: Browser) =>
    [...(await shown(path, browser)).matchAll(/<span class="seats">(\d) seats left/g)].map(([, left]) => left)
  const departure = await departureAt(shop, 6, '2027-06-15', '11:00')
  const { token } = await occupySeats(shop, departure, { seats: 1, state: 'held' })
  const holder = await pages.browser({ token, guest: true })
  for (let round = 0; round < 2; round++) {
    expect((await seats(holder))[0]).toBe('4')
    expect((await seats(visitor))[0]).toBe('3')
  }
})
