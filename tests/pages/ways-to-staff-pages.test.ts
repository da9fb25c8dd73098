import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStaffShop } from '#tests/support/staff-sell.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
beforeAll(async () => {
  ;({ shop, pages } = await openStaffShop())
})
afterAll(() => shop.close())

const accountOf = async (name: string) => {
  const browser = await pages.browser({ token: await logIn(shop, `${name}@example.com`) })
  return { browser, html: (await browser.get('/account')).html }
}

test('staff and admins find a link to the staff pages in their account', async () => {
  for (const name of ['staff', 'admin']) {
    expect((await accountOf(name)).html).toContain('href="/staff">Go to the staff pages</a>')
  }
})

test('a pilot finds their flights from the account, and the staff address redirects there', async () => {
  const { browser, html } = await accountOf('pilot')
  expect(html).toContain('href="/pilot">Go to the flights you fly</a>')
  const staffAddress = await browser.get('/staff')
  expect(staffAddress.status).toBe(303)
  expect(staffAddress.location).toBe('/pilot')
  expect((await browser.get('/pilot')).status).toBe(200)
})

test('a customer finds no link to the staff pages', async () => {
  expect((await accountOf('customer')).html).not.toContain('href="/staff')
})

test('a page of the desk that is not there keeps the bar and the search, for staff alone', async () => {
  const paths = ['/staff/orders/999999', '/staff/people']
  for (const path of paths) {
    const { status, html } = await (await accountOf('staff')).browser.get(path)
    expect([path, status]).toEqual([path, 404])
    expect(html).toContain('<h1>Nothing is here</h1>')
    expect(html).toMatch(/<form[^>]* action="\/staff\/search"/)
    expect(html).toContain('href="/staff/week"')
  }
  for (const name of ['customer', 'pilot']) {
    const { browser } = await accountOf(name)
    for (const path of paths) {
      const { status, html } = await browser.get(path)
      expect([name, path, status]).toEqual([name, path, 404])
      expect(html).toContain('class="errpage"')
      expect(html).not.toContain('href="/staff/week"')
    }
  }
})
