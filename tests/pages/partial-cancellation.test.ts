import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Order } from '#contract/order.ts'
import { readMainText, readFieldValue } from '#tests/support/staff-sell.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
})
afterAll(() => shop.close())

/** Ada, Bo and Cy have paid, and the page is open in their buyer's browser. */
async function bookThree() {
  const who = await openAccount(shop.deps)
  const people = [
    ['Ada Ames', 150],
    ['Bo Berg', 200],
    ['Cy Cole', 180],
  ] as const
  const passengers_attributes = people.map(([full_name, weight]) => ({ full_name, weight }))
  const order = await shop.order(who.token, 3, await shop.nextFlight(), { passengers_attributes })
  expect((await shop.pay(who.token, order, VISA_PAYMENT)).status).toBe(201)
  const paid = await shop.read(who.token, order)
  return { order: paid, buyer: await pages.browser({ token: who.token }) }
}
const idOf = ({ passengers }: Order, name: string) =>
  String(passengers.find(({ full_name: one }) => one === name)?.id)
/** The link to the order in the first mail to its buyer. */
async function readMailedLink({ email }: Order) {
  await shop.runDueNow()
  const mail = shop.mailer.to(email ?? '').find(({ subject }) => subject.includes('booked'))
  return /\/orders\/[\w-]{20,}/.exec(mail?.text ?? '')?.[0] ?? ''
}
const manifestOf = ({ flights }: Order) => `/staff/flights/${String(flights[0]?.flight_id)}`
const seenIn = (html: string) => ({
  key: readFieldValue(html, 'key') ?? '',
  seen: (readFieldValue(html, 'seen') ?? '').replaceAll('&quot;', '"'),
})

test('a staff refund asks who stays home and previews it, and the manifest follows', async () => {
  const { order } = await bookThree()
  const path = `/staff/orders/${String(order.id)}`
  const wish = { how: 'lines', line: '0', 'quantity-0': '1', reason: 'Bo is ill' }
  expect((await staff.get(path)).html).toContain('Who stays home')
  const nobody = await staff.post(path, { ...wish, intent: 'preview' })
  expect(nobody.status).toBe(422)
  expect(readMainText(nobody.html)).toContain('Please choose who stays home: 1 passenger')
  expect(nobody.html).toContain('value="Bo is ill"')

  // Everything and one of them cannot both be meant: nothing is previewed.
  const everything = { how: 'all', reason: 'Bo is ill', stays: idOf(order, 'Bo Berg'), intent: 'preview' }
  const unclear = await staff.post(path, everything)
  expect(unclear.status).toBe(422)
  expect(readMainText(unclear.html)).toContain('Everything comes back from all of them: untick them')
  expect(readMainText(unclear.html)).not.toContain('This would come back')

  const stays = idOf(order, 'Bo Berg')
  const seen = await staff.post(path, { ...wish, stays, intent: 'preview' })
  expect(readMainText(seen.html)).toContain('Bo Berg stays home; the others fly.')
  expect(readMainText(seen.html)).toMatch(/1 seat becomes free on .* Nobody waits for this departure\./)
  expect(readMainText(seen.html)).toMatch(/The load manifest of .* changes: 1 passenger fewer\./)
  const done = await staff.post(path, { ...wish, stays, ...seenIn(seen.html), intent: 'refund' })
  expect(done.status).toBe(303)
  const text = readMainText((await staff.get(manifestOf(order))).html)
  expect(text).not.toContain('Bo Berg')
  expect(text).toContain('2 of 4 sold')
  expect(text).toContain('330 of 900 lb')
})

test('staff cancel for one of three passengers, and the others fly', async () => {
  const { order } = await bookThree()
  const path = `/staff/orders/${String(order.id)}`
  const wish = { how: 'rule', stays: idOf(order, 'Cy Cole'), reason: 'Cy moved away' }
  const seen = await staff.post(path, { ...wish, intent: 'cancel_preview' })
  expect(readMainText(seen.html)).toContain('Cy Cole stays home; the others fly.')
  expect(readMainText(seen.html)).toContain('Cancel their seats, give $252.00 back')
  const done = await staff.post(path, { ...wish, ...seenIn(seen.html), intent: 'cancel' })
  expect(done.status).toBe(303)
  expect(readMainText((await staff.get(path)).html)).toContain('Their seats are cancelled; the others fly.')
  expect(readMainText((await staff.get(manifestOf(order))).html)).toContain('2 of 4 sold')
})

describe('the customer’s cancel page', () => {
  test('a buyer chooses who stays home, sees the refund and cancels only those seats', async () => {
    const { order, buyer } = await bookThree()
    const path = `/account/orders/${String(order.id)}/cancel`
    const first = await buyer.get(path)
    expect(readMainText(first.html)).toContain('Who stays home?')
    expect(readMainText(first.html)).toContain('$756.00')
    const nobody = await buyer.get(`${path}?chosen=1`)
    expect(readMainText(nobody.html)).toContain('Please choose who stays home')
    // Nothing is cancelled by a press on a page that says that nobody is chosen.
    expect(nobody.html).not.toContain('value="cancel"')
    const bo = idOf(order, 'Bo Berg')
    const seen = await buyer.get(`${path}?chosen=1&who=${bo}`)
    expect(readMainText(seen.html)).toContain('Cancel for Bo Berg?')
    expect(readMainText(seen.html)).toContain('The others fly as booked.')
    const amount = readFieldValue(seen.html, 'amount') ?? ''
    expect(amount).toBe('252')
    // A form that shows the price of the whole party does not cancel for one of them; the page
    // shows the right price.
    expect((await buyer.post(path, { amount: '756', who: bo })).status).toBe(409)
    expect((await buyer.post(path, { amount, who: bo })).status).toBe(303)
    expect(readMainText((await staff.get(manifestOf(order))).html)).toContain('2 of 4 sold')
    const after = await buyer.get(`/account/orders/${String(order.id)}`)
    expect(readMainText(after.html)).not.toContain('Bo Berg')
    const flight = `/account/flights/${String(order.flights[0]?.flight_id)}`
    const mailed = await (await pages.browser()).get(await readMailedLink(order))
    for (const page of [after, await buyer.get(flight), mailed])
      expect(readMainText(page.html)).toMatch(/Seats 2 Passengers Ada/)
  })

  test('a single passenger is not asked who stays home', async () => {
    const who = await openAccount(shop.deps)
    const order = await shop.order(who.token, 1)
    await shop.pay(who.token, order, VISA_PAYMENT)
    const buyer = await pages.browser({ token: who.token })
    const page = await buyer.get(`/account/orders/${String(order.id)}/cancel`)
    expect(readMainText(page.html)).not.toContain('Who stays home?')
  })
})

test('staff correct a name and a weight in the manifest, and invalid ones are refused', async () => {
  const { order } = await bookThree()
  const path = manifestOf(order)
  const fields = { correct: idOf(order, 'Bo Berg'), order: String(order.id) }
  const wrong = await staff.post(path, { ...fields, full_name: 'Bea Berg', weight: 'heavy' })
  expect(wrong.status).toBe(422)
  expect(readMainText(wrong.html)).toContain('Please input a weight in pounds')
  expect(wrong.html).toContain('value="heavy"')
  const done = await staff.post(path, { ...fields, full_name: 'Bea Berg', weight: '140' })
  expect(done.location).toContain('corrected=1')
  const text = readMainText((await staff.get(path)).html)
  expect(text).toContain('Bea Berg')
  expect(text).toContain('470 of 900 lb')
  const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
  await shop.deps.database.query(
    "update flights set pilot_id = (select id from users where email = 'pilot@example.com')",
  )
  // A pilot corrects weights, and no name.
  expect((await pilot.post(path, { ...fields, full_name: 'Bea Lund' })).status).toBe(403)
  expect(readMainText((await pilot.get(path)).html)).not.toContain('Correct')
})
