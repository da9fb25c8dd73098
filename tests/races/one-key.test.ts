import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { type Browser, openShopPages } from '../support/shop-pages.ts'
import { logIn } from '../support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const PATH = '/staff/integrations'
let racing: RacingShop
let admin: Browser
beforeAll(async () => {
  racing = await openRacingShop()
  const pages = await openShopPages(racing.shop)
  admin = await pages.browser({ token: await logIn(racing.shop, 'admin@example.com') })
})
afterAll(() => racing.close())

/** Reads the idempotency key of the form with this button. */
const formKeyOf = (html: string, intent: string) => {
  const form = html.split('<form').find((part) => part.includes(`value="${intent}"`)) ?? ''
  return /name="key" value="([^"]+)"/.exec(form)?.[1] ?? ''
}
const secretIn = (html: string) => /class="secret">([^<]+)</.exec(html)?.[1] ?? ''
/** Sends one form several times at once. */
const pressed = async (form: Record<string, string>, times = 4) => {
  const answers = await Promise.all(Array.from({ length: times }, () => admin.post(PATH, form)))
  return [...new Set(answers.map(({ status }) => status))]
}

test('“Make this key” pressed several times at once makes one key, which is shown and works', async () => {
  const { html } = await admin.get(PATH)
  const form = { intent: 'make_key', name: 'Till', scopes: 'orders:read', key: formKeyOf(html, 'make_key') }
  expect(await pressed(form)).toEqual([303])
  expect(await racing.shop.count('select count(*) from api_keys')).toBe(1)
  const key = secretIn((await admin.get(PATH)).html)
  expect((await racing.shop.call('GET', '/v1/orders', { token: key })).status).toBe(200)
  // A changed form is another request.
  expect(await pressed({ ...form, name: 'Other till' }, 1)).toEqual([303])
  expect(await racing.shop.count('select count(*) from api_keys')).toBe(2)
})

test('pressing its button several times at once makes one webhook address and one new secret', async () => {
  const { html } = await admin.get(PATH)
  const url = 'https://hooks.example.com/shop'
  const form = {
    intent: 'make_endpoint',
    url,
    events: 'order.completed',
    key: formKeyOf(html, 'make_endpoint'),
  }
  expect(await pressed(form)).toEqual([303])
  expect(await racing.shop.count('select count(*) from webhook_endpoints')).toBe(1)
  const page = await admin.get(PATH)
  const id = /name="id" value="(\d+)"/.exec(page.html)?.[1] ?? ''
  expect(await pressed({ intent: 'rotate', id, key: formKeyOf(page.html, 'rotate') })).toEqual([303])
  const changed = "select count(*) from audit_log where resource = 'webhook_endpoints' and action <> 'create'"
  expect(await racing.shop.count(changed)).toBe(1)
})
