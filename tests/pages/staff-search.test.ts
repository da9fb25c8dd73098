import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { giveGiftCard, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let pilot: Browser
let customer: Browser
let orderId: number
let email: string
beforeAll(async () => {
  shop = await openPayingShop()
  const { order, buyer } = await sellOrder(shop, { seats: 2 })
  orderId = order.id
  email = buyer.email
  await shop.deps.database.query("update orders set phone = '(646) 555-0183' where id = $1", [orderId])
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: (await openStaffMember(shop.deps)).token })
  pilot = await pages.browser({ token: (await openStaffMember(shop.deps, 'pilot')).token })
  customer = await pages.browser({ token: (await openAccount(shop.deps)).token })
})
afterAll(() => shop.close())

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const orderPath = () => `/staff/orders/${String(orderId)}`

describe('the field in the bar', () => {
  it('posts, so that nothing gets into an address before it is known what was typed', async () => {
    const { html } = await staff.get('/staff/reports')
    expect(/<form[^>]*bar-find[^>]*>/.exec(html)?.[0]).toContain('method="post"')
    expect(/<form[^>]*bar-find[^>]*>/.exec(html)?.[0]).toContain('action="/staff/search"')
  })

  it('opens the order whose number was typed', async () => {
    for (const q of [`O-${String(orderId)}`, `o${String(orderId)}`, ` ${String(orderId)} `])
      expect(await staff.post('/staff/search', { q })).toMatchObject({ status: 303, location: orderPath() })
  })

  it('leads words to the address of their results, which shows each kind and the first act', async () => {
    const sent = await staff.post('/staff/search', { q: email })
    expect(sent).toMatchObject({
      status: 303,
      location: `/staff/search?${new URLSearchParams({ q: email }).toString()}`,
    })
    const { status, html, headers } = await staff.get(sent.location ?? '')
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toContain('no-store')
    const main = mainOf(html)
    expect(main).toMatch(/Orders .*O-\d+.* Customers /)
    expect(html).toContain(`href="${orderPath()}" data-row=""`)
    expect(/<aside.*<\/aside>/s.exec(html)?.[0]).toContain(`href="${orderPath()}"`)
    expect(/<input id="find"[^>]*>/.exec(html)?.[0]).toContain(`value="${email}"`)
  })

  it('finds by the last four digits of a phone number and shows one kind alone', async () => {
    const all = await staff.get('/staff/search?q=0183')
    expect(mainOf(all.html)).toContain(`O-${String(orderId)}`)
    expect(all.html).toContain('href="tel:6465550183"')
    const customers = await staff.get('/staff/search?q=0183&only=customers')
    expect(customers.html).not.toContain(`href="${orderPath()}"`)
    expect(mainOf(customers.html)).toContain('All 2 Orders 1 Customers 1')
  })

  it('shows a code without an address and without the code', async () => {
    const { userId } = await openAccount(shop.deps)
    const { code } = await giveGiftCard(shop.deps, userId)
    const { status, html, headers, location } = await staff.post('/staff/search', { q: code })
    expect(status).toBe(200)
    expect(location).toBeNull()
    expect(headers.get('Cache-Control')).toContain('no-store')
    expect(html).not.toContain(code)
    expect(mainOf(html)).toContain(`…${code.slice(-4)}`)
    expect(html).toContain(`href="/staff/customers/${String(userId)}"`)
    const asked = await staff.get(`/staff/search?q=${code}`)
    expect(asked.html).not.toContain(`href="/staff/customers/${String(userId)}"`)
  })

  it('answers a mistyped code where it was typed, because it is almost a code', async () => {
    const { status, html } = await staff.post('/staff/search', { q: '2345-6789-ACDE-FGHJ' })
    expect(status).toBe(200)
    expect(mainOf(html)).toContain('No code reads like this. Please look for a typing error.')
    expect(html).not.toContain('2345-6789')
  })

  it('says what to try when nothing fits, and what may be typed before anything was', async () => {
    expect(mainOf((await staff.get('/staff/search?q=nobody-of-ours')).html)).toContain(
      'Nothing fits. The beginning of a name or the last four digits',
    )
    expect(await staff.post('/staff/search', { q: '  ' })).toMatchObject({
      status: 303,
      location: '/staff/search',
    })
    expect(mainOf((await staff.get('/staff/search')).html)).toContain('What may be typed')
  })

  it('shows markup in a search text as text', async () => {
    const { html } = await staff.get(`/staff/search?q=${encodeURIComponent('<b>x</b>\u0000\u0007')}`)
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;')
  })

  it('is there for staff only', async () => {
    for (const other of [pilot, customer]) {
      expect((await other.get('/staff/search?q=0183')).status).toBe(404)
      expect((await other.post('/staff/search', { q: '0183' })).status).toBe(404)
    }
  })
})
