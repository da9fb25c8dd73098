import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createSellHelpers,
  readOrderId,
  readMainText,
  openStaffShop,
  readRedirectPath,
} from '#tests/support/staff-sell.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, type ShopPages } from '#tests/support/shop-pages.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
beforeAll(async () => {
  ;({ shop, staff, pages } = await openStaffShop())
})
afterAll(() => shop.close())

const { sell, dueOf } = createSellHelpers(() => ({ shop, staff }))

/** The flight, its day and time, the people and every line of the price. */
function expectSubject(text: string) {
  for (const part of [
    'The New Yorker',
    'Kearny Heliport',
    'Ada Lind, Bo Lind',
    '2 seats',
    'Fuel',
    'To pay',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).toMatch(/2027.*\d{1,2}:\d\d [ap]m EDT/is)
  expect(text).toMatch(/To pay:? \$\d+\.\d\d/)
}

describe('a sale on the phone', () => {
  test('a phone sale holds the seats for two hours and mails a payment link', async () => {
    const other = readRedirectPath((await sell({ email: 'slip@example.com' })).location)
    expect(
      (await staff.post(other, { intent: 'reader', due: await dueOf(other), slip: 'A-1042' })).status,
    ).toBe(303)
    const path = readRedirectPath((await sell({ pay: 'link', email: 'caller@example.com' })).location)
    await shop.runDueNow()
    const mail = shop.mailer.to('caller@example.com').at(-1)
    const link = /\/pay\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    shop.clock.advance(110)
    const caller = await pages.browser()
    const page = await caller.get(link)
    expect(page.status).toBe(200)
    expectSubject(readMainText(page.html))
    expectSubject(mail?.text ?? '')
    expect(
      await shop.count('select count(*) from payment_attempts where order_id = $1', readOrderId(path)),
    ).toBe(0)
    const paid = await caller.post(link, {})
    expect(paid.status).toBe(303)
    expect(paid.location).toContain('/sandbox/checkout/')
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const lost = await caller.post(forged, {})
    expect(lost.status).toBe(404)
    expect(readMainText(lost.html)).not.toContain('We keep the seats')
    expect(mail?.text).toContain('We keep the seats for two hours, and as long the link works.')
    const open = () =>
      shop.count(
        "select count(*) from payment_attempts where order_id = $1 and state = 'open'",
        readOrderId(path),
      )
    expect(await open()).toBe(1)
    const due = await dueOf(path)
    const refused = [
      await staff.post(path, { intent: 'reader', due: '1', slip: 'A-2000' }),
      await staff.post(path, { intent: 'reader', due, slip: 'A-1042' }),
      await staff.post(path, { intent: 'cash', due, handed: '' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 409])
    expect(await open()).toBe(1)
    shop.clock.advance(11)
    expect((await caller.post(link, {})).status).toBe(404)
  })

  test('a payment link that is opened again does not ask for a second payment', async () => {
    const path = readRedirectPath((await sell({ pay: 'link', email: 'once@example.com' })).location)
    await shop.runDueNow()
    const link = /\/pay\/[\w-]+/.exec(shop.mailer.to('once@example.com').at(-1)?.text ?? '')?.[0] ?? ''
    await staff.post(path, { intent: 'reader', due: await dueOf(path), slip: 'A-3000' })
    const caller = await pages.browser()
    const again = readMainText((await caller.get(link)).html)
    for (const words of ['This is paid', 'The New Yorker', 'Paid $', 'See your flight'])
      expect(again).toContain(words)
    for (const words of ['is waiting', 'Kept until', 'To pay', 'See it and pay'])
      expect(again).not.toContain(words)
    expect((await caller.post(link, {})).location).toMatch(/^\/order-confirmation\?order_id=\d+$/)
  })

  test('a payment link can be paid in any browser and logs nobody out', async () => {
    const buyer = await openAccount(shop.deps)
    const other = await openAccount(shop.deps)
    await sell({ pay: 'link', email: buyer.email })
    await shop.runDueNow()
    const link = /\/pay\/[\w-]+/.exec(shop.mailer.to(buyer.email).at(-1)?.text ?? '')?.[0] ?? ''
    const stranger = await pages.browser({ token: other.token })
    const paying = await stranger.post(link, {})
    expect(paying.location).toContain('/sandbox/checkout/')
    expect((await stranger.get('/account/details')).html).toContain(other.email)
    // After payment the page shows nothing of the order except that the ticket is on its way.
    const attempt =
      'select a.params::text as params from payment_attempts a join orders o on o.id = ' +
      'a.order_id where o.email = $1 order by a.id desc limit 1'
    const { rows } = await shop.deps.database.query(attempt, [buyer.email])
    expect(String(rows[0]?.['params'])).toContain(`${link}?paid=1`)
    const back = readMainText((await stranger.get(`${link}?paid=1`)).html)
    expect(back).toContain('the ticket comes to the mailbox this link was sent to')
    expect(back).not.toContain(buyer.email)
    const own = await pages.browser({ token: buyer.token })
    expect((await own.post(link, {})).location).toContain('/sandbox/checkout/')
    expect((await own.get('/account/details')).html).toContain(buyer.email)
  })
})
