import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Order } from '#contract/order.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
let token: string
let order: Order
let link: string
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
  const who = 'receipts@example.com'
  token = await shop.guest(who)
  const placed = await shop.order(token, 1)
  await shop.payPage(await shop.hosted(token, placed))
  order = await shop.read(token, placed)
  await shop.deliverEvents()
  const mail = shop.mailer.sent.find(({ to, subject }) => to === who && subject.includes('booked'))
  link = /Your receipt: (\S+)/.exec(mail?.text ?? '')?.[1] ?? 'the mail has no receipt'
})
afterAll(() => shop.close())

const pathOf = (url: string) => new URL(url).pathname
const loginFor = ({ id }: Order) => `/account?next=${encodeURIComponent(`/orders/${String(id)}/receipt`)}`

describe('the receipt link of a mail', () => {
  it('a mailed receipt link opens the receipt and nothing else of the order', async () => {
    const visitor = await pages.browser()
    const opened = await visitor.get(pathOf(link))
    expect(opened.status).toBe(200)
    expect(opened.html).toContain(`R-${String(order.id)}`)
    expect(opened.html).not.toContain('name="tax_id"')
    expect(opened.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(opened.headers.get('Cache-Control')).toBe('private, no-store')
    const secret = pathOf(link).split('/')[2] ?? ''
    for (const path of [`/orders/${secret}`, `/v1/order_links/${secret}`])
      expect((await (path.startsWith('/v1') ? shop.call('GET', path) : visitor.get(path))).status).toBe(404)
    const told = JSON.stringify((await shop.call('GET', `/v1/receipt_links/${secret}`)).body)
    for (const field of ['discount_code', 'history', 'order_items', 'tag_list', 'payment_url'])
      expect(told).not.toContain(`"${field}"`)
  })

  it('an expired or mistyped receipt link offers the login and returns to the receipt', async () => {
    const visitor = await pages.browser()
    const plain = `/orders/${String(order.id)}/receipt`
    for (const path of [plain, `/orders/${String(order.id)}-${'A'.repeat(22)}/receipt`]) {
      expect(await visitor.get(path)).toMatchObject({ status: 303, location: loginFor(order) })
    }
    const right = { order: { email: 'other.receipts@example.com' } }
    const corrected = await shop.call('PUT', `/v1/orders/${String(order.id)}/email`, { token, body: right })
    expect(corrected.status).toBeLessThan(300)
    expect(await visitor.get(pathOf(link))).toMatchObject({ status: 303, location: loginFor(order) })
  })

  it('another account reads that the receipt is not its own, and how to change accounts', async () => {
    const other = await openAccount(shop.deps)
    const browser = await pages.browser({ token: other.token })
    const page = await browser.get(`/orders/${String(order.id)}/receipt`)
    expect(page.status).toBe(403)
    expect(page.html).toContain(`Receipt R-${String(order.id)} is not in this account.`)
    expect(page.html).toContain('Log in with another account')
  })
})
