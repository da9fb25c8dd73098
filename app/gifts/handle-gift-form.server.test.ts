import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { OrderReply } from '#contract/order.ts'
import { cardHolder } from '#tests/support/card-holder.ts'
import {
  BALANCED_BOOKS,
  readBookErrors,
  giveCredit,
  giveGiftCard,
  giveVoucher,
  openAccount,
} from '#tests/support/give-tenders.ts'
import { pageVisitor } from '#tests/support/page-visitor.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { giftChoiceKey } from './selection-key.ts'
import { typeCard } from '#tests/support/type-card.ts'
import { panelOf } from '#tests/support/shown-tenders.ts'
import { handleGiftForm } from './handle-gift-form.server.ts'
import { requireProduct } from '../selection/load-choice.server.ts'
import { readGiftChoice, type GiftPage, loadGiftPage } from './load-gift-page.server.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

const PATH = '/checkout/6/gift?gift_card=1'
const VISA = '4242424242424242'
const DECLINES = '4000000000000002'

/** The page that sells gift cards for "The New Yorker", in one browser. */
async function openGift(token: string | undefined) {
  const browser = await pageVisitor(shop, token)
  const look = async (): Promise<GiftPage> => {
    const request = browser.ask(PATH)
    const visit = await browser.visit(request)
    const page = await loadGiftPage(
      visit,
      '6',
      await requireProduct(visit, '6'),
      readGiftChoice(visit, request),
    )
    if (!page) throw new Error('no gift is sold')
    return page
  }
  /** Submits the values that the page shows, with some changes. */
  const press = async (intent: string, fields: Record<string, string> = {}) => {
    const { quote, formKey, fareId, quantity } = await look()
    const request = browser.ask('/checkout/6/gift', {
      intent,
      form_key: formKey,
      fare: String(fareId),
      quantity: '1',
      total: String(quote?.order_total ?? quote?.total),
      due: String(quote?.amount_due ?? 0),
      priced: giftChoiceKey({ fareId, quantity }),
      terms_and_conditions: 'on',
      tenders: '1',
      ...fields,
    })
    const visit = await browser.visit(request)
    const row = await requireProduct(visit, '6')
    const result = await handleGiftForm(visit, request, { param: '6', row })
    await browser.keep(visit)
    return result
  }
  return { look, press }
}

async function orderAt(token: string, result: Awaited<ReturnType<typeof handleGiftForm>>) {
  if (result.kind !== 'go') throw new Error(JSON.stringify(result))
  const id = /order_id=(\d+)/.exec(result.location)?.[1] ?? ''
  return OrderReply.parse((await shop.call('GET', `/v1/orders/${id}`, { token })).body).order
}

test('a voucher and credit that cover the amount complete the purchase without a card', async () => {
  const { userId, token } = await openAccount(shop.deps)
  const voucher = await giveVoucher(shop.deps, userId, { valueCents: 25_000 })
  await giveCredit(shop.deps, userId, 100)
  const gift = await openGift(token)
  const ticked = { vouchers: String(voucher.id), apply_user_credit: 'on' }
  expect((await gift.look()).payWith).toBe('card')
  expect(await gift.press('update', ticked)).toMatchObject({
    kind: 'go',
    location: expect.stringMatching(/#tenders$/) as string,
  })
  const page = await gift.look()
  expect(page).toMatchObject({ payWith: 'nothing', quote: { amount_due: null } })
  expect(panelOf(page.tenders).match(/checked=""/g)).toHaveLength(2)
  const order = await orderAt(token, await gift.press('purchase', ticked))
  expect(order).toMatchObject({ status: 'completed', kind: 'gift_cards', amount_paid: 0 })
  expect(order.order_items[0]?.gift?.cards).toHaveLength(1)
})

test('a saved card pays by the plain form, and one that was removed does not', async () => {
  const who = await cardHolder(shop)
  const visa = await who.save()
  const gift = await openGift(who.token)
  expect(await gift.look()).toMatchObject({ payWith: 'saved' })
  const saved = (id: number) => ({ pay_with: 'saved', saved_card: String(id) })
  const order = await orderAt(who.token, await gift.press('purchase', saved(visa.id)))
  expect(order).toMatchObject({ status: 'completed', payment_method: { last4: '4242' } })
  expect(await gift.press('purchase', saved(visa.id + 1))).toMatchObject({
    kind: 'answer',
    answer: { refusal: { problems: { card: 'Please select a credit card' } } },
  })
  expect(await gift.press('add_card')).toMatchObject({ kind: 'go' })
  expect(await gift.look()).toMatchObject({ payWith: 'card' })
})

test('an amount due that differs from the displayed one is shown before anything is bought', async () => {
  const { userId, token } = await openAccount(shop.deps)
  await giveCredit(shop.deps, userId, 60)
  const gift = await openGift(token)
  const result = await gift.press('purchase', { apply_user_credit: 'on' })
  expect(result).toMatchObject({
    status: 409,
    answer: { refusal: { text: expect.stringMatching(/^What is left to pay changed/) as string } },
  })
})

test('the code of a voucher never appears in an address, and a gift card cannot buy gift cards', async () => {
  const { userId, token } = await openAccount(shop.deps)
  const [voucher, card] = [await giveVoucher(shop.deps, userId), await giveGiftCard(shop.deps, userId)]
  const gift = await openGift(token)
  const taken = await gift.press('price', { code: voucher.code })
  expect(taken).toMatchObject({
    kind: 'go',
    location: expect.not.stringContaining(voucher.code.slice(0, 4)) as string,
  })
  expect((await gift.look()).quote).toMatchObject({ order_total: expect.any(Number) as number })
  expect(await gift.press('price', { code: card.code })).toMatchObject({
    answer: { refusal: { problems: { code: 'Gift cards cannot be bought with a gift card' } } },
  })
})

test('visitors see neither vouchers nor saved cards', async () => {
  const gift = await openGift(undefined)
  expect(await gift.look()).toMatchObject({ payWith: 'card', tenders: null })
})

test('a changed fare, number or code is shown with its price first, and not as a changed price', async () => {
  const { token } = await openAccount(shop.deps)
  const gift = await openGift(token)
  const { fares, quote } = await gift.look()
  const other = fares.find(({ total }) => total !== undefined && total !== quote?.total)
  if (!other) throw new Error('every fare costs the same')
  const refused = async (fields: Record<string, string>) => {
    const result = await gift.press('purchase', fields)
    if (result.kind !== 'answer' || result.answer.kind !== 'refused') throw new Error('it was bought')
    return { ...result.answer.refusal, status: result.status, choice: result.choice }
  }
  const fare = await refused({ fare: String(other.id) })
  expect(fare).toMatchObject({ status: 409, accepted: true, choice: { fareId: other.id } })
  expect(fare.text).toBe(
    `What you chose comes to $${(other.total ?? 0).toFixed(2)}. Press Purchase to buy it.`,
  )
  const two = await refused({ quantity: '2' })
  expect(two.choice.quantity.value).toBe(2)
  expect(two.text).toMatch(/^What you chose comes to \$[\d,.]+\. Press Purchase to buy it\.$/)
  expect((await refused({ code: 'FLY15' })).text).toMatch(/^What you chose comes to/)
  // A price that the shop has changed meanwhile is still reported as a changed price.
  expect((await refused({ total: '1.00' })).text).toMatch(/^The price changed/)
})

test('a card typed into the page is charged once, after the order was placed', async () => {
  const gift = await openGift(undefined)
  const guest = { email: 'gift.card@example.com', phone: '' }
  expect(await gift.look()).toMatchObject({ payWith: 'card', card: { provider: 'sandbox' } })
  expect(await gift.press('check', { ...guest, email: 'nobody' })).toMatchObject({
    status: 422,
    answer: { refusal: { problems: { email: expect.any(String) as string } } },
  })
  expect(await gift.press('check', guest)).toMatchObject({ answer: { kind: 'fine' } })
  expect(await gift.press('place', guest)).toMatchObject({ answer: { kind: 'fine' } })
  const paid = await gift.press('purchase', { ...guest, card_token: await typeCard(shop.sandbox, VISA) })
  expect(paid).toMatchObject({
    kind: 'go',
    leave: true,
    location: expect.stringContaining('order_id=') as string,
  })
  const { rows } = await shop.deps.database.query(
    "select status, kind from orders where email = 'gift.card@example.com'",
  )
  expect(rows).toEqual([{ status: 'completed', kind: 'gift_cards' }])
})

test('a declined card is reported in the form, and another card pays the same order', async () => {
  const gift = await openGift(undefined)
  const guest = { email: 'gift.declined@example.com', phone: '' }
  await gift.press('place', guest)
  const declined = await gift.press('purchase', {
    ...guest,
    card_token: await typeCard(shop.sandbox, DECLINES),
  })
  expect(declined).toMatchObject({
    status: 422,
    answer: { refusal: { problems: { card: expect.stringMatching(/^Your card was declined/) as string } } },
  })
  const paid = await gift.press('purchase', { ...guest, card_token: await typeCard(shop.sandbox, VISA) })
  expect(paid).toMatchObject({ kind: 'go' })
  const orders = await shop.deps.database.query(
    "select status from orders where email = 'gift.declined@example.com'",
  )
  expect(orders.rows).toEqual([{ status: 'completed' }])
})

test('the wallet starts a payment in the page, and a button leads to the hosted page', async () => {
  const gift = await openGift(undefined)
  const guest = { email: 'gift.wallet@example.com', phone: '' }
  const begun = await gift.press('wallet', guest)
  expect(begun).toMatchObject({
    answer: { kind: 'authenticate', clientSecret: expect.stringContaining('_secret_') as string },
  })
  expect(await gift.press('settle', { ...guest, authenticated: 'no' })).toMatchObject({ status: 422 })
  const hosted = await gift.press('hosted', guest)
  expect(hosted).toMatchObject({ kind: 'go', leave: true })
})
