import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Order } from '#contract/order.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { typeCard } from '#tests/support/type-card.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

const PLAN = 1
const CARD = '4242424242424242'

let shop: PayingShop
let buyer: Account
let browser: Browser
let order: Order
beforeAll(async () => {
  shop = await openPayingShop()
  buyer = await openAccount(shop.deps)
  browser = await (await openShopPages(shop)).browser({ token: buyer.token })
  const placed = await shop.order(buyer.token, 1, undefined, { membership_plan_id: PLAN })
  await shop.pay(buyer.token, placed, { stripe_source: await typeCard(shop.sandbox, CARD) })
  await shop.deliverEvents()
  order = await shop.read(buyer.token, placed)
})
afterAll(() => shop.close())

/** Returns the text of a page without tags; the end of an element also ends a word. */
const wordsOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, ' ')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
const read = async (path: string) => {
  const page = await browser.get(path)
  expect(page.status, path).toBe(200)
  return wordsOf(page.html)
}

describe('consent to a membership', () => {
  it('the checkout shows today’s flight and the yearly price as two charges before payment', async () => {
    const other = await openAccount(shop.deps)
    const visitor = await (await openShopPages(shop)).browser({ token: other.token })
    const { departureId, departAt } = await shop.nextFlight()
    const path = `/checkout/6/pay?date=${departAt.slice(0, 10)}&departure=${String(departureId)}&quantity=1`
    const before = await visitor.get(path)
    expect(wordsOf(before.html)).not.toContain('SkyClub membership')
    const form_key = /name="form_key" value="([^"]+)"/.exec(before.html)?.[1] ?? ''
    const offer = { membership_offer: String(PLAN), membership_consent: String(PLAN) }
    const ticked = await visitor.post(path, { intent: 'update', form_key, ...offer })
    expect(ticked.status).toBe(303)
    const words = wordsOf((await visitor.get(path)).html)
    // The order summary, its collapsed bar on phones and the submit button show both charges.
    expect(words).toContain(
      'Today’s flight $206.20 SkyClub membership A charge of its own, right after this one $99.00 a year',
    )
    expect(words).toContain('Your order $206.20 and $99.00 a year')
    expect(words).toContain('Then a second charge: SkyClub membership, $99.00 a year.')
  })

  it('the confirmation and the account’s page of the order show both charges', async () => {
    for (const path of [
      `/order-confirmation?order_id=${String(order.id)}`,
      `/account/orders/${String(order.id)}`,
    ]) {
      const words = await read(path)
      expect(words, path).toMatch(
        /Today’s flight \$206\.20 SkyClub membership Charged apart from this order \$99\.00 a year/,
      )
    }
  })

  it('the receipt shows the second charge and leaves it out of its total', async () => {
    const words = await read(`/orders/${String(order.id)}/receipt`)
    expect(words).toContain('Total in US dollars $206.20')
    expect(words).toContain('Charged apart SkyClub membership')
    expect(words).toContain('$99.00 a year')
  })

  it('the mail shows both charges as text and as HTML', () => {
    const mail = shop.mailer.sent.find(({ to, subject }) => to === buyer.email && subject.includes('booked'))
    expect(mail?.text).toContain('Today’s flight: $206.20\nSkyClub membership, charged apart: $99.00 a year')
    expect(wordsOf(mail?.html ?? '')).toMatch(
      /Today’s flight \$206\.20 SkyClub membership, charged apart \$99\.00 a year/,
    )
  })

  it('a membership cancelled before its payment shows no second charge', async () => {
    await shop.deps.database.query("update subscriptions set status = 'failed' where order_id = $1", [
      order.id,
    ])
    await shop.deps.database.query(
      'delete from subscription_invoices where subscription_id in (select id from ' +
        'subscriptions where order_id = $1)',
      [order.id],
    )
    expect(await read(`/order-confirmation?order_id=${String(order.id)}`)).not.toContain('a year')
  })
})
