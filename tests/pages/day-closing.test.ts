import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let admin: Browser
let path: string
let today: string
beforeAll(async () => {
  shop = await openPayingShop()
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  today = shop.clock.now().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  path = `/staff/reports/day?day=${today}`
  await sellOrder(shop)
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const words = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const read = async (who: Browser) => words((await who.get(path)).html)
const closings = () => shop.count('select count(*) from day_closings where reopened_at is null')

test('open points stand before the button, and a refused form keeps what was typed', async () => {
  const { html } = await staff.get(path)
  expect(html).toContain('<span class="st ok">The books balance.</span>')
  expect(html).toContain('<span class="st ok">Every drawer is counted.</span>')
  const told = words(html)
  expect(told).toContain('The day is not over')
  expect(told).not.toContain('Open it again')

  await shop.deps.database.query(
    'insert into drawers (user_id, opening_cents, opened_at) select id, 5000, $1 from users ' +
      "where email = 'staff@example.com'",
    [shop.clock.now()],
  )
  expect(await read(staff)).toMatch(/The drawer of .+, open since .+, is not counted\./)
  const refused = await staff.post(path, { intent: 'close', day: today, note: '' })
  expect(refused.status).toBe(409)
  expect(words(refused.html)).toContain('A drawer is not counted yet.')
  const unknown = await staff.post(path, { intent: 'close', day: 'x', note: 'Key & co.' })
  expect(unknown.status).toBe(422)
  expect(unknown.html).toContain('value="Key &amp; co."')
  expect(await closings()).toBe(0)
})

test('a closed day names who closed it and what was posted since', async () => {
  const closed = await staff.post(path, { intent: 'close', day: today, note: 'Key is with Ann' })
  expect([closed.status, closed.location]).toEqual([303, path])
  const told = await read(staff)
  expect(told).toMatch(/Closed by .+ “Key is with Ann” The figures below are those of that moment\./)
  expect(told).toContain('Booked to this day since Nothing.')
  await sellOrder(shop)
  const later = await read(staff)
  expect(later).toContain('Web: Net sales')
  expect(later).not.toContain('Booked to this day since Nothing.')
})

test('the second closing of a day is refused and shows its unsaved note', async () => {
  const second = await admin.post(path, { intent: 'close', day: today, note: 'Till is short' })
  expect(second.status).toBe(409)
  expect(words(second.html)).toContain('Somebody has closed this day already.')
  expect(words(second.html)).toContain('Your note was not kept: “Till is short”')
  expect(second.html).toContain('Open the day again')
  expect(/<details[^>]* open/.test(second.html)).toBe(false)
  expect(words(second.html)).toMatch(/The drawer of .+ is not counted\./)
  expect(second.html).toContain(`action="?day=${today}"`)
})

test('only an admin reopens a closed day, with a reason', async () => {
  const closing = String(await shop.count('select max(id) as count from day_closings'))
  expect(await read(staff)).not.toContain('Open the day again')
  expect((await staff.post(path, { intent: 'reopen', closing, reason: 'Slip missing' })).status).toBe(403)
  const empty = await admin.post(path, { intent: 'reopen', closing, reason: '' })
  expect([empty.status, /<details[^>]* open/.test(empty.html)]).toEqual([422, true])
  expect(await closings()).toBe(1)
  expect((await admin.post(path, { intent: 'reopen', closing, reason: 'Slip missing' })).status).toBe(303)
  const told = await read(admin)
  expect(told).toMatch(/Opened again by .+: Slip missing/)
  expect(told).toContain('Close the day')
})

test('only staff see the closing of a day', async () => {
  const customer = await pages.browser({ token: await logIn(shop, 'customer@example.com') })
  const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
  for (const who of [customer, pilot]) {
    expect((await who.get(path)).status).toBe(404)
    expect((await who.post(path, { intent: 'close', day: today, note: 'Mine' })).status).toBe(404)
  }
  expect(await closings()).toBe(0)
})
