import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mails } from '#api/db/schema/platform.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { OrderReply } from '#contract/order.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

const OFF_PEAK = 'One seat on The New Yorker (Off-peak): Monday to Thursday at 11:00 AM'
const ANY_DAY =
  'One seat on every departure of The New Yorker, whatever it costs: night, sunset, weekend and off-peak too'
const FEES = 'Not in it: Landing permit, $3.50. That is paid when the card is redeemed, and no other fee.'
const NO_FEES = 'Every fee is in it: the seat or aircraft it pays costs nothing more.'

let shop: PayingShop
let giver: Account
let browser: Browser
beforeAll(async () => {
  shop = await openPayingShop()
  giver = await openAccount(shop.deps)
  browser = await (await openShopPages(shop)).browser({ token: giver.token })
})
afterAll(() => shop.close())

async function read(path: string): Promise<string> {
  const { status, html } = await browser.get(path)
  expect(status, path).toBe(200)
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  return main
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll(/\s+/g, ' ')
}

async function buy(fareId: number) {
  const order = { brand_id: 1, order_item_gift_cards_attributes: [{ fare_id: fareId, quantity: 1 }] }
  const placed = await shop.call('POST', '/v1/orders', { token: giver.token, body: { order } })
  const bought = OrderReply.parse(placed.body).order
  await shop.payPage(await shop.hosted(giver.token, bought))
  const paid = await shop.read(giver.token, bought)
  const [card] = paid.order_items.flatMap(({ gift }) => gift?.cards ?? [])
  if (!card) throw new Error('no card')
  return { order: paid, card }
}

/** Returns the text of the newest mail to an address. */
async function lastMail(to: string): Promise<string> {
  const rows = await shop.deps.database.db.select().from(mails)
  const row = rows.filter((mail) => mail.to === to).at(-1)
  const mail = row && (await composeMail(shop.deps, row))
  return mail?.text ?? ''
}

test('all pages and mails name the same departures and the same fees for a gift card', async () => {
  const buying = await read('/checkout/6/gift?gift_card=1')
  for (const words of [OFF_PEAK, ANY_DAY, FEES]) expect(buying).toContain(words)

  const { order, card } = await buy(62)
  const bought = await lastMail(giver.email)
  for (const words of [OFF_PEAK, FEES]) {
    expect(await read(`/account/orders/${String(order.id)}`)).toContain(words)
    expect(await read('/account/gift-cards')).toContain(words)
    expect(bought).toContain(words)
  }
  const share = (body: Record<string, unknown>) =>
    shop.call('POST', '/v1/gift_cards/share', {
      token: giver.token,
      body: { gift_card_ids: [card.id], ...body },
    })
  const printed = await share({ way: 'print' })
  const id = (printed.body as { gift_cards: { share: { id: number } }[] }).gift_cards[0]?.share.id
  const paper = await read(`/account/gift-cards/shares/${String(id)}/print`)
  for (const words of [OFF_PEAK, FEES]) expect(paper).toContain(words)

  const other = await buy(62)
  await shop.call('POST', '/v1/gift_cards/share', {
    token: giver.token,
    body: { gift_card_ids: [other.card.id], recipient: 'friend.of.hers@example.com' },
  })
  const mailed = await lastMail('friend.of.hers@example.com')
  const link = /\/gifts\/[\w-]+/.exec(mailed)?.[0] ?? ''
  for (const words of [OFF_PEAK, FEES]) {
    expect(mailed).toContain(words)
    expect(await read(link)).toContain(words)
  }

  const faq = await read('/faq')
  for (const words of [OFF_PEAK, ANY_DAY, FEES]) expect(faq).toContain(words)
  expect(await read('/buy-now-schedule-later')).toContain(FEES)
})

test('no text names fees that the gift card includes, and cards sold earlier keep their fees', async () => {
  await shop.deps.database.query('update fees set postpone_until_gift_card_redemption = false')
  for (const path of ['/checkout/6/gift?gift_card=1', '/faq', '/buy-now-schedule-later']) {
    const text = await read(path)
    expect(text, path).toContain(NO_FEES)
    expect(text, path).not.toContain('Landing permit, $3.50')
  }
  const { card } = await buy(62)
  expect(card.waiting_fees).toEqual([])
  expect(await lastMail(giver.email)).toContain(NO_FEES)
  expect(await read('/account/gift-cards')).toContain(FEES)
})
