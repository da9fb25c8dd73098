import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeCareStopToken } from '#api/store/care/care-stops.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

const boxOf = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
const stops = () => shop.count('select count(*) from care_stops')

describe('the link of a mail', () => {
  test('switches its messages off with one press, and on again, without signing in', async () => {
    const visitor = await pages.browser()
    const about = { brandId: 1, occasion: 'after_flight', email: 'reader@example.com' } as const
    const path = `/care/${makeCareStopToken(shop.deps, about)}`
    const shown = await visitor.get(path)
    expect(shown.status).toBe(200)
    expect(shown.html).toContain('noindex')
    expect(shown.headers.get('Referrer-Policy')).toBe('no-referrer')
    // Looking at the page, as mail scanners do, changes nothing.
    expect(await stops()).toBe(0)
    const off = await visitor.post(path, { intent: 'stop' })
    expect(off.html).toContain('No more of these messages')
    expect(off.html).toContain('We do not write to this address the day after a flight any more.')
    expect(await stops()).toBe(1)
    expect((await visitor.post(path, { intent: 'again' })).html).toContain('again.')
    expect(await stops()).toBe(0)
    // A mail program posts this and nothing else (RFC 8058).
    expect((await visitor.post(path, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
    expect(await stops()).toBe(1)
    expect((await visitor.get('/care/nonsense')).status).toBe(404)
    const forged = `${path.slice(0, -1)}${path.endsWith('a') ? 'b' : 'a'}`
    const refused = await visitor.post(forged, { intent: 'stop' })
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('This link is not complete.')
  })
})

describe('the page of an account’s details', () => {
  test('has a tick for each kind of message, and keeps what is taken away', async () => {
    const customer = await pages.browser({ token: await logIn(shop, 'customer@example.com') })
    const before = await customer.get('/account/details')
    for (const name of ['before_flight', 'guests_late', 'after_flight', 'gift_expiring', 'card_expiring'])
      expect(boxOf(before.html, name), name).toContain('checked')
    const form = { intent: 'care', before_flight: 'yes', card_expiring: 'yes' }
    const saved = await customer.post('/account/details', form)
    expect([saved.status, saved.location]).toEqual([303, '/account/details?done=care#main'])
    const after = await customer.get('/account/details?done=care')
    expect(after.html).toContain('Your choice is saved.')
    expect(boxOf(after.html, 'before_flight')).toContain('checked')
    expect(boxOf(after.html, 'gift_expiring')).not.toContain('checked')
    expect(boxOf(after.html, 'after_flight')).not.toContain('checked')
  })
})

describe('the page of care', () => {
  test('counts for staff, lets an admin switch alone, and says when a colleague was faster', async () => {
    const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
    const customer = await pages.browser({ token: await logIn(shop, 'customer@example.com') })
    expect((await customer.get('/staff/care')).status).toBe(404)
    const seen = await staff.get('/staff/care')
    expect(seen.status).toBe(200)
    const { rows } = await shop.deps.database.query('select name from brands where id in (1, 2)')
    for (const { name } of rows)
      expect(seen.html).toContain(`Messages of ${String(name).replace('&', '&amp;')}`)
    expect(seen.html).not.toContain('Switch off')
    const form = { brand: '1', occasion: 'gift_expiring', intent: 'off' }
    expect((await staff.post('/staff/care', form)).status).toBe(404)
    const done = await admin.post('/staff/care', form)
    expect([done.status, done.location]).toEqual([303, '/staff/care?switched=1'])
    expect((await admin.get('/staff/care?switched=1')).html).toContain('Switched.')
    // The same press once more stands already; a press from an older page is refused.
    expect((await admin.post('/staff/care', form)).status).toBe(303)
    expect(await shop.count('select count(*) from care_switches where not is_on')).toBe(1)
    expect((await admin.post('/staff/care', { ...form, intent: 'on' })).status).toBe(303)
    expect((await admin.post('/staff/care', { ...form, occasion: 'anything' })).status).toBe(404)
  })

  test('shows what guests answered, without any markup of theirs', async () => {
    await shop.deps.database.query(
      `insert into form_entries (brand_id, form, stamp, name, answers, created_at) values
       (1, 'survey', 'one', 'Ada', '{"score": "9", "liked": "<b>The harbor</b>", "quote": "yes"}', now())`,
    )
    const staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
    const { html } = await staff.get('/staff/care')
    expect(html).toContain('9 of 10')
    expect(html).toContain('&lt;b&gt;The harbor&lt;/b&gt;')
    expect(html).toContain('may be quoted')
  })
})
