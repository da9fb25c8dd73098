import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const PATH = '/staff/integrations'
let shop: PayingShop
let admin: Browser
let staff: Browser
beforeAll(async () => {
  shop = await openPayingShop()
  const pages = await openShopPages(shop)
  admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

const mainOf = (html: string) => (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ')
/** Headings that name a section, and labelled sections where two have one name. */
const twins = (html: string) => {
  const names = [...html.matchAll(/<h2 id="[^"]+">([^<]+)<|role="region" aria-label="([^"]+)"/g)].map(
    ([, heading, label]) => heading ?? label,
  )
  return names.filter((name, index) => names.indexOf(name) !== index)
}
const secretIn = (html: string) => /class="secret">([^<]+)</.exec(html)?.[1] ?? ''

test('only an admin sees and uses the page', async () => {
  expect((await staff.get(PATH)).status).toBe(404)
  expect((await staff.post(PATH, { intent: 'make_key', name: 'Mine', scopes: 'orders:read' })).status).toBe(
    404,
  )
  expect((await staff.get('/staff/catalogue')).html).not.toContain(PATH)
  expect((await admin.get('/staff/catalogue')).html).toContain(PATH)
  expect(await shop.count('select count(*) from api_keys')).toBe(0)
})

test('a new key opens its permitted calls, is shown once and can be revoked', async () => {
  const refused = await admin.post(PATH, { intent: 'make_key', name: 'Till <1>' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('id="key-scopes-error"')
  expect(refused.html).toContain('value="Till &lt;1&gt;"')
  const made = await admin.post(PATH, { intent: 'make_key', name: 'Till <1>', scopes: 'orders:read' })
  expect(made).toMatchObject({ status: 303, location: PATH })
  const first = await admin.get(PATH)
  const key = secretIn(first.html)
  expect(first.headers.get('Cache-Control')).toBe('private, no-store')
  // Reloading the page creates no second key and shows none.
  expect(secretIn((await admin.get(PATH)).html)).toBe('')
  expect(await shop.count('select count(*) from api_keys')).toBe(1)
  expect((await shop.call('GET', '/v1/orders', { token: key })).status).toBe(200)
  const { html } = await admin.get(PATH)
  expect(html).not.toContain(key)
  expect(html).toContain('Till &lt;1&gt;')
  expect(twins(html)).toEqual([])
  const id = /name="id" value="(\d+)"/.exec(html)?.[1] ?? ''
  expect((await admin.post(PATH, { intent: 'revoke', id })).status).toBe(303)
  expect((await shop.call('GET', '/v1/orders', { token: key })).status).toBe(401)
  expect(mainOf((await admin.get(PATH)).html)).toContain('Revoked')
})

test('a registered webhook address lists its deliveries and sends one again', async () => {
  const wish = { intent: 'make_endpoint', events: 'order.completed', description: 'Books' }
  const refused = await admin.post(PATH, { ...wish, url: 'http://10.0.0.1/' })
  expect(refused.status).toBe(422)
  expect(mainOf(refused.html)).toContain('Must begin with https://')
  const made = await admin.post(PATH, { ...wish, url: 'https://hooks.example.com/shop' })
  expect(made.status).toBe(303)
  const registered = await admin.get(PATH)
  expect(secretIn(registered.html)).toMatch(/^whsec_/)
  const id = /name="id" value="(\d+)"/.exec(registered.html)?.[1] ?? ''
  expect((await admin.post(PATH, { intent: 'rotate', id })).status).toBe(303)
  const rotated = await admin.get(PATH)
  expect(secretIn(rotated.html)).toMatch(/^whsec_/)
  expect(secretIn(rotated.html)).not.toBe(secretIn(registered.html))
  await sellOrder(shop, {})
  const told = await admin.get(PATH)
  expect(twins(told.html)).toEqual([])
  expect(mainOf(told.html)).toMatch(/order completed\s+evt_/)
  for (const [intent, state] of [
    ['pause', 'Paused'],
    ['resume', 'Active'],
  ] as const) {
    expect((await admin.post(PATH, { intent, id })).status).toBe(303)
    expect(mainOf((await admin.get(PATH)).html)).toContain(state)
  }
  const [delivery] = (await shop.deps.database.query('select id from webhook_deliveries')).rows
  expect((await admin.post(PATH, { intent: 'again', id: String(delivery?.['id']) })).status).toBe(303)
  expect((await admin.post(PATH, { intent: 'ping', id })).status).toBe(303)
  expect((await admin.post(PATH, { intent: 'remove', id })).status).toBe(303)
  expect(mainOf((await admin.get(PATH)).html)).toContain('Nobody is told anything yet.')
  expect((await admin.post(PATH, { intent: 'remove', id })).status).toBe(404)
})
