import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openGiftHelpers } from '#tests/support/gift-givers.ts'
import { type Account, giveGiftCard, giveVoucher, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

const DATE = '2027-06-15'
const NOT_PAID =
  'Not paid by your gift card, which is good for The New Yorker (Off-peak): Monday to Thursday at 11:00 AM'

let shop: PayingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
const textOf = (html: string) =>
  mainOf(html)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

async function holder() {
  const who = await openAccount(shop.deps)
  return { who, browser: await pages.browser({ token: who.token }) }
}

/**
 * Presses a Redeem link in the account's list.
 * @returns the address it leads to
 */
async function redeem(browser: Browser): Promise<string> {
  const { html } = await browser.get('/account/gift-cards')
  const href =
    /class="link-btn" href="(\/checkout[^"]*)"/.exec(mainOf(html))?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(href).toContain('redeem=1')
  const answer = await browser.get(href)
  expect(answer.status).toBe(303)
  return (answer.location ?? '').replace(/^https?:\/\/[^/]+/, '').replace(/#.*$/, '')
}

const withDate = (path: string) => `${path}${path.includes('?') ? '&' : '?'}date=${DATE}`

/**
 * Lists the departures of the day as a screen reader reads them: the time and the text below it.
 */
const departuresOf = (html: string) =>
  [...mainOf(html).matchAll(/<label class="pick dep"[\s\S]*?<\/label>/g)].map(([label]) => ({
    id: /value="(\d+)"/.exec(label)?.[1] ?? '',
    text: label.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '),
  }))

const narrow = (who: Account) =>
  giveGiftCard(shop.deps, who.userId, { goodForFareId: 62, goodForFareIds: [62], pendingFeeIds: [1, 3] })

test('Redeem opens a checkout with the gift card chosen and marks the departures it pays for', async () => {
  const { who, browser } = await holder()
  const { id, code } = await narrow(who)
  await giveGiftCard(shop.deps, who.userId, { createdAt: new Date('2020-01-01') })
  const path = await redeem(browser)
  expect(path).toBe('/checkout/6?redeem=1')

  const page = await browser.get(withDate(path))
  const text = textOf(page.html)
  expect(text).toContain(`Gift card ending ${code.replaceAll('-', '').slice(-4)} is chosen.`)
  expect(text).toContain('Please select a flight to redeem Buy Now Schedule Later')
  const days = [...mainOf(page.html).matchAll(/aria-label="(\w+) \d+ June[^"]*"/g)]
  const marked = days.filter(([label]) => label.includes('paid by your gift card'))
  expect(new Set(marked.map(([, weekday]) => weekday))).toEqual(
    new Set(['Monday', 'Tuesday', 'Wednesday', 'Thursday']),
  )
  expect(days.length).toBeGreaterThan(marked.length)

  const departures = departuresOf(page.html)
  expect(departures.length).toBeGreaterThan(2)
  const paid = departures.filter(({ text: said }) => said.includes('Your gift card pays this one'))
  expect(paid).toHaveLength(1)
  for (const departure of departures) {
    if (departure !== paid[0]) expect(departure.text).toContain(NOT_PAID)
  }

  const chosen = `date=${DATE}&departure=${paid[0]?.id ?? ''}`
  const summary = textOf((await browser.get(`/checkout/6?redeem=1&${chosen}`)).html)
  expect(summary).toContain('pays one seat')
  const pay = await browser.get(`/checkout/6/pay?redeem=1&${chosen}`)
  expect(pay.html).toMatch(
    new RegExp(
      `name="gift_cards"[^>]*checked=""[^>]*value="${String(id)}"|id="gift-${String(id)}"[^>]*checked`,
    ),
  )
})

test('a whole aircraft on a gift card and a voucher are chosen in the same way', async () => {
  const { who, browser } = await holder()
  await giveGiftCard(shop.deps, who.userId, { unit: 'flight' })
  const path = await redeem(browser)
  expect(path).toBe('/checkout/6?redeem=1&quantity_type=flight')
  const whole = departuresOf((await browser.get(withDate(path))).html)
  expect(whole.every(({ text }) => text.includes('Your gift card pays this one'))).toBe(true)
  const seats = departuresOf((await browser.get(withDate('/checkout/6?redeem=1&quantity_type=seat'))).html)
  expect(seats.every(({ text }) => text.includes('pays a whole aircraft, not single seats'))).toBe(true)

  const other = await holder()
  await giveVoucher(shop.deps, other.who.userId)
  expect(await redeem(other.browser)).toBe('/checkout?redeem=1')
  expect(textOf((await other.browser.get('/checkout/6?redeem=1')).html)).toContain('Your voucher is chosen')
})

test('somebody else’s gift card is not chosen, and a visitor logs in first', async () => {
  const [one, two] = [await holder(), await holder()]
  const { id } = await narrow(one.who)
  const href = `/checkout/6?redeem=1&gift_card_id=${String(id)}`
  expect((await two.browser.get(href)).status).toBe(303)
  const text = textOf((await two.browser.get('/checkout/6?redeem=1')).html)
  expect(text).toContain('This gift card cannot be used just now.')
  expect(text).not.toContain('is chosen')
  const visitor = await pages.browser()
  const sent = await visitor.get(href)
  expect(decodeURIComponent(sent.location ?? '')).toContain(`gift_card_id=${String(id)}`)
  expect(sent.location).toContain('/account')
  expect(textOf((await visitor.get('/checkout/6?redeem=1')).html)).toMatch(
    /Login or Register to redeem your Buy Now Schedule Later/,
  )
})

test('several gift cards for a flight pay for as many seats', async () => {
  const [giver, friend] = [await holder(), await holder()]
  const cards = [
    await giveGiftCard(shop.deps, giver.who.userId),
    await giveGiftCard(shop.deps, giver.who.userId),
  ]
  await shop.call('POST', '/v1/gift_cards/share', {
    token: giver.who.token,
    body: { gift_card_ids: cards.map(({ id }) => id), recipient: friend.who.email },
  })
  const link = await openGiftHelpers(() => shop).linkOf(friend.who.email)
  await friend.browser.post(`/gifts/${link}`, { intent: 'open' })
  const { location } = await friend.browser.post(`/gifts/${link}`, { intent: 'redeem' })
  const path = (location ?? '').replace(/#.*$/, '')
  expect(path).toBe('/checkout/the-new-yorker?redeem=1&quantity=2')
  const first = departuresOf((await friend.browser.get(withDate(path))).html)[0]
  const { html } = await friend.browser.get(`${withDate(path)}&departure=${first?.id ?? ''}`)
  expect(textOf(html).match(/pays one seat/g)?.length).toBeGreaterThanOrEqual(2)
})
