import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
beforeAll(async () => {
  shop = await openPayingShop()
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

const wordsOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('the page says that there are no payouts yet', async () => {
  expect(wordsOf((await staff.get('/staff/payouts')).html)).toContain('None so far.')
  expect((await staff.get('/staff/payouts/1')).status).toBe(404)
  expect((await staff.get('/staff/payouts/nonsense')).status).toBe(404)
})

test('an amount on the bank’s statement is broken down to its orders', async () => {
  const { order } = await sellOrder(shop)
  await shop.sandbox.control.payouts.payNow()
  await shop.deliverEvents()
  const { rows } = await shop.deps.database.query(
    'select id, amount_cents from payouts order by id desc limit 1',
  )
  const [id, amount] = [String(rows[0]?.['id']), (Number(rows[0]?.['amount_cents']) / 100).toFixed(2)]

  const list = await staff.get('/staff/payouts')
  expect(wordsOf(list.html)).toContain(`$${amount}`)
  expect(wordsOf(list.html)).toContain('All 1')
  expect(list.html).toContain(`href="/staff/payouts/${id}"`)
  expect((await staff.get('/staff/reports')).html).toContain('href="/staff/payouts"')

  const page = await staff.get(`/staff/payouts/${id}`)
  expect(page.html).toContain(`href="/staff/orders/${String(order.id)}"`)
  const words = wordsOf(page.html)
  expect(words).toContain(`Sent to the bank $${amount}`)
  expect(words).toContain('Kept by the provider −$')
  expect(words).toContain('All of it is in the books: one movement.')
  expect(words).toContain('The same')
  expect(words).not.toContain('Not explained')
})

test('the page begins with what the ledger lacks', async () => {
  const charge = {
    amount: 4200,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://shop.test/',
  }
  await shop.deps.stripe.paymentIntents.create({ ...charge, allowed_payment_method_types: ['card'] })
  await sellOrder(shop)
  await shop.sandbox.control.payouts.payNow()
  await shop.deliverEvents()
  const id = await shop.count('select max(id) as count from payouts')
  const words = wordsOf((await staff.get(`/staff/payouts/${String(id)}`)).html)
  expect(words).toContain('1 of 2 movements is not in the books.')
  expect(words).toContain('Not there')
  expect(wordsOf((await staff.get('/staff/payouts')).html)).toContain('1 of 2 movements is not in the books.')
})

test('only staff see the payouts', async () => {
  const pages = await openShopPages(shop)
  const customer = await pages.browser({ token: await logIn(shop, 'customer@example.com') })
  const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
  for (const path of ['/staff/payouts', '/staff/payouts/1']) {
    expect((await customer.get(path)).status, path).toBe(404)
    expect((await pilot.get(path)).status, path).toBe(404)
  }
})
