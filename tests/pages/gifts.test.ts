import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OrderReply } from '#contract/order.ts'
import { giveGiftCard, giveVoucher, type Account, openAccount } from '#tests/support/give-tenders.ts'
import { openGiftHelpers } from '#tests/support/gift-givers.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'

// The test loads the whole shop, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

const { share, cardsOf, linkOf, open } = openGiftHelpers(() => shop)

/** Returns the text of a page without its markup. */
const wordsOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/**
 * Finds a card for a flight of the same brand other than The New Yorker, and that flight’s name.
 */
async function giveOther(giver: Account, changes: Parameters<typeof giveGiftCard>[2] = {}) {
  const { rows } = await shop.deps.database.query(
    'select p.id, p.name, min(f.id) as fare from products p join fares f on f.product_id = ' +
      'p.id where p.brand_id = 1 and p.id <> 6 and f.giftable group by p.id order by p.id limit 1',
  )
  const [id, name, fare] = [rows[0]?.['id'], rows[0]?.['name'], rows[0]?.['fare']].map(String)
  const good = { productId: Number(id), goodForFareId: Number(fare), goodForFareIds: [Number(fare)] }
  return {
    name: String(name),
    id: Number(id),
    card: await giveGiftCard(shop.deps, giver.userId, { ...good, ...changes }),
  }
}

/** Opens a paper gift's printable page. */
async function printed(giver: Account, ids: number[]) {
  expect((await share(giver.token, { gift_card_ids: ids, way: 'print' })).status).toBe(201)
  const id = (await cardsOf(giver)).find((one) => one.id === ids[0])?.share?.id
  const browser = await pages.browser({ token: giver.token })
  return wordsOf((await browser.get(`/account/gift-cards/shares/${String(id)}/print`)).html)
}

/** All fees except the landing permit, which the recipient pays. */
const PAID_FEES = [1, 3]

test('a gift of several flights names every flight in its mail, on its page and on paper', async () => {
  const [giver, friend] = [await openAccount(shop.deps), await openAccount(shop.deps)]
  const one = await giveGiftCard(shop.deps, giver.userId, { pendingFeeIds: PAID_FEES })
  const other = await giveOther(giver, { waitingFees: [] })
  const body = { gift_card_ids: [one.id, other.card.id], recipient: friend.email }
  expect((await share(giver.token, body)).status).toBe(201)
  const link = await linkOf(friend.email)
  const mail = shop.mailer.to(friend.email).at(-1)
  expect(mail?.subject).toContain('The New Yorker')
  expect(mail?.subject).toContain(other.name)
  expect(mail?.text).toContain(`one seat on ${other.name}`)
  // One card has an unpaid fee and the other has none, so each sentence names its flight.
  const said = ['The New Yorker. Not in it: Landing permit, $3.50.', `${other.name}. Every fee is in it`]
  for (const sentence of said) expect(mail?.text).toContain(sentence)
  await open(link)
  const browser = await pages.browser()
  const page = await browser.get(`/gifts/${link}`)
  const heading = wordsOf(/<h1>.*?<\/h1>/s.exec(page.html)?.[0] ?? '')
  expect([heading.includes('The New Yorker'), heading.includes(other.name)]).toEqual([true, true])
  expect(wordsOf(page.html)).toContain(`One seat on ${other.name}`)
  for (const sentence of said) expect(wordsOf(page.html)).toContain(sentence)
  // Each flight has its own link to the calendar, which applies its own card there.
  expect(wordsOf(page.html)).toContain(`Redeem for ${other.name}`)
  const way = await browser.post(`/gifts/${link}`, { intent: `redeem-${String(other.id)}` })
  expect(way.location).toMatch(/^\/checkout\/[\w-]+\?redeem=1/)
  expect(way.location).not.toContain('new-yorker')

  const home = [await giveGiftCard(shop.deps, giver.userId), (await giveOther(giver)).card]
  const paper = await printed(
    giver,
    home.map(({ id }) => id),
  )
  expect(paper).toContain(`One seat on ${other.name}`)
  expect(paper).toContain('One seat on every departure of The New Yorker')
})

test('a gift of several flights with equal fees names all flights first, then the fees', async () => {
  const [giver, friend] = [await openAccount(shop.deps), await openAccount(shop.deps)]
  const paid = { pendingFeeIds: PAID_FEES }
  const cards = [await giveGiftCard(shop.deps, giver.userId, paid), (await giveOther(giver, paid)).card]
  const ids = cards.map(({ id }) => id)
  expect((await share(giver.token, { gift_card_ids: ids, recipient: friend.email })).status).toBe(201)
  await linkOf(friend.email)
  const text = shop.mailer.to(friend.email).at(-1)?.text ?? ''
  const fees = 'Not in it: Landing permit, $3.50. That is paid when the card is redeemed, and no other fee.'
  expect(text.split(fees)).toHaveLength(2)
  expect(text.lastIndexOf('One seat on')).toBeGreaterThan(-1)
  expect(text.indexOf(fees)).toBeGreaterThan(text.lastIndexOf('One seat on'))
})

test('a card’s last day is the same in the shop, in its mails and on paper', async () => {
  const [giver, friend] = [await openAccount(shop.deps), await openAccount(shop.deps)]
  // Late in the evening in New York the UTC date is already the next day.
  const expiresAt = new Date('2036-05-10T03:30:00Z')
  const own = await giveGiftCard(shop.deps, giver.userId, { expiresAt })
  const browser = await pages.browser({ token: giver.token })
  expect(wordsOf((await browser.get('/account/gift-cards')).html)).toContain('9 May 2036')
  await shop.call('POST', '/v1/code_mails', { token: giver.token, body: { code_mail: { brand_id: 1 } } })
  await shop.runDueNow()
  expect(shop.mailer.to(giver.email).at(-1)?.text).toContain('good until 9 May 2036')
  await share(giver.token, { gift_card_ids: [own.id], recipient: friend.email })
  const link = await linkOf(friend.email)
  expect(shop.mailer.to(friend.email).at(-1)?.text).toContain('Good until 9 May 2036')
  expect(wordsOf((await (await pages.browser()).get(`/gifts/${link}`)).html)).toContain('9 May 2036')
  const paper = await giveGiftCard(shop.deps, giver.userId, { expiresAt })
  expect(await printed(giver, [paper.id])).toContain('until 9 May 2036')
})

test('page and mail name the same last day for a gift card bought late in the evening', async () => {
  const evening = new Date('2027-06-02T02:30:00Z')
  shop.clock.set(evening)
  const email = 'late.buyer@example.com'
  const token = await shop.guest(email)
  const placed = await shop.call('POST', '/v1/orders', {
    token,
    body: { order: { brand_id: 1, order_item_gift_cards_attributes: [{ fare_id: 61, quantity: 1 }] } },
  })
  const { order } = OrderReply.parse(placed.body)
  await shop.payPage(await shop.hosted(token, order))
  expect((await shop.read(token, order)).status).toBe('completed')
  await shop.runDueNow()
  const { rows } = await shop.deps.database.query(
    'select expires_at from gift_cards where purchaser_order_id = $1',
    [order.id],
  )
  // The first of June is the date in the buyer's time zone; the card is valid through that day
  // nine years later.
  expect(new Date(String(rows[0]?.['expires_at'])).toISOString()).toBe('2036-06-02T03:59:59.000Z')
  expect(shop.mailer.to(email).at(-1)?.text).toContain('Good until 1 June 2036')
  const browser = await pages.browser({ token, guest: true })
  const bought = await browser.get(`/order-confirmation?order_id=${String(order.id)}`)
  expect(wordsOf(bought.html)).toContain('Good until 1 June 2036')
})

test('Show More keeps what was ticked in every list', async () => {
  const who = await openAccount(shop.deps)
  const cards = []
  for (let made = 0; made < 4; made += 1) cards.push(await giveGiftCard(shop.deps, who.userId))
  const papers = []
  for (let made = 0; made < 4; made += 1) papers.push(await giveVoucher(shop.deps, who.userId))
  const browser = await pages.browser({ token: who.token })
  const first = (await browser.get('/account/gift-cards')).html
  const more = [...first.matchAll(/<button[^>]*data-more[^>]*>/g)]
    .map(([one]) => one)
    .filter((one) => one.includes('name="more"'))
  expect(more).toHaveLength(2)
  for (const button of more) {
    // A browser without scripts sends the check boxes of the form that the button belongs to.
    expect(button).toContain('form="choose-gifts"')
    expect(button).toContain('formaction="/account/gift-cards#')
  }
  const [card, paper] = [cards[3], papers[3]]
  const ticked = `ids=${String(card?.id)}&voucher_ids=${String(paper?.id)}`
  const grown = (await browser.get(`/account/gift-cards?${ticked}&more=vouchers`)).html
  const boxes = [...grown.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box)
  expect(boxes).toHaveLength(3 + 4)
  const checked = boxes.filter((box) => box.includes('checked=""'))
  expect(checked.map((box) => [/ name="(\w+)"/, / value="(\d+)"/].map((of) => of.exec(box)?.[1]))).toEqual([
    ['ids', String(card?.id)],
    ['voucher_ids', String(paper?.id)],
  ])
  // An extended list stays extended when the other list is extended too.
  expect(grown).toContain('<input type="hidden" name="vouchers_page" value="2"/>')
  const both = (await browser.get(`/account/gift-cards?vouchers_page=2&${ticked}&more=bought`)).html
  expect([...both.matchAll(/<input type="checkbox"/g)]).toHaveLength(8)
})
