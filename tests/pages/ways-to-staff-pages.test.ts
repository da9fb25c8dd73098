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
