import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, OrderReply } from '#contract/order.ts'
import { GiftQuoteReply } from '#contract/quote.ts'
import {
  type Account,
  BALANCED_BOOKS,
  readBookErrors,
  giveCredit,
  giveGiftCard,
  giveVoucher,
  readRemainingTenders,
  openAccount,
  readOrderTenders,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

/**
 * "The New Yorker" by the seat: 229 dollars, and fees of 23 that wait for the flight or not, as
 * each fee says.
 */
const FARE = 61
let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

type Tenders = Record<string, unknown>

async function quote(token: string | undefined, tenders: Tenders, quantity = 1) {
  const body = { gift_purchase: { brand_id: 1, fare_id: FARE, quantity, ...tenders } }
  const answer = await shop.call('POST', '/v1/quotes', { token, body })
  expect(answer.status).toBe(201)
  return GiftQuoteReply.parse(answer.body).quote
}

async function place({ token }: Account, quantity = 1): Promise<Order> {
  const order = { brand_id: 1, order_item_gift_cards_attributes: [{ fare_id: FARE, quantity }] }
  return OrderReply.parse((await shop.call('POST', '/v1/orders', { token, body: { order } })).body).order
}

const pay = ({ token }: Account, order: Order, tenders: Tenders, card?: Tenders) => {
  const payment = { order_id: order.id, ...tenders, ...(card ? { stripe_payment: card } : {}) }
  return shop.call('POST', '/v1/payments', { token, body: { payment } })
}

async function rich(cents: { voucher: number; credit: number }) {
  const who = await openAccount(shop.deps)
  const voucher = await giveVoucher(shop.deps, who.userId, { valueCents: cents.voucher })
  if (cents.credit > 0) await giveCredit(shop.deps, who.userId, cents.credit / 100)
  return { who, voucher }
}

const cardsMadeFor = (order: Order) =>
  shop.count('select count(*) from gift_cards where purchaser_order_id = $1', order.id)

test('a quote for gift cards shows what voucher and credit leave for the card', async () => {
  const { who, voucher } = await rich({ voucher: 10_000, credit: 6_000 })
  const bare = await quote(who.token, {})
  const paid = await quote(who.token, { vouchers: [voucher.code], apply_user_credit: true })
  expect(paid).toMatchObject({ order_total: bare.total, credits: 60, amount_due: bare.total - 160 })
  expect(paid.lines.find(({ kind }) => kind === 'voucher')).toMatchObject({ amount: -100 })
  expect(await quote(who.token, { vouchers: ['2222-2222-2222-2222'] })).toMatchObject({
    total: bare.total,
    tender_problem: { field: 'vouchers', message: 'Voucher must exist.' },
  })
  expect((await quote(undefined, { apply_user_credit: true })).tender_problem).toMatchObject({
    message: 'Login or Register to use your credit',
  })
  const off = { discount_code_code: 'FLY15', apply_user_credit: true }
  expect(await quote(who.token, off)).toMatchObject({ credits: 0, credit_hidden: 'discount' })
})

test('a voucher and credit pay a gift beside a card, and a refund returns each part', async () => {
  const { who, voucher } = await rich({ voucher: 10_000, credit: 6_000 })
  const order = await place(who)
  const tenders = { vouchers: [voucher.code], apply_user_credit: true }
  const due = order.total - 160
  const wrong = await pay(who, order, tenders, {
    amount: order.total,
    hosted: true,
    return_url: RETURN_URL,
  })
  expect(wrong.status).toBe(422)
  const open = await pay(who, order, tenders, { amount: due, stripe_source: 'tok_visa' })
  expect(open.body).toMatchObject({ payments: [{ status: 'succeeded', amount: due }] })
  expect((await shop.read(who.token, order)).status).toBe('completed')
  expect(await readOrderTenders(shop.deps, order.id)).toEqual([
    'voucher 10000 captured',
    'credit 6000 captured',
  ])
  expect(await cardsMadeFor(order)).toBe(1)
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)

  const refunded = await shop.call('POST', '/v1/refunds', {
    token: (await openStaffMember(shop.deps)).token,
    body: { refund: { order_id: order.id, reason: 'Changed their mind' } },
  })
  expect(refunded.status).toBe(201)
  await shop.runDueNow()
  expect((await shop.read(who.token, order)).status).toBe('refunded')
  expect(await readRemainingTenders(shop.deps, who.userId)).toEqual({
    giftCards: ['void'],
    vouchers: [10_000],
    credit: 6_000,
  })
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

test(
  'a gift paid in full with voucher and credit needs no card and creates its ' + 'gift cards once',
  async () => {
    const { who, voucher } = await rich({ voucher: 20_000, credit: 20_000 })
    const order = await place(who)
    const tenders = { vouchers: [voucher.code], apply_user_credit: true }
    expect((await pay(who, order, tenders)).body).toMatchObject({ payments: [] })
    expect((await pay(who, order, tenders)).status).toBe(409)
    expect((await shop.read(who.token, order)).status).toBe('completed')
    expect(await cardsMadeFor(order)).toBe(1)
    const left = await readRemainingTenders(shop.deps, who.userId)
    expect([left.vouchers, left.credit]).toEqual([[0], 40_000 - Math.round(order.total * 100)])
    expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  },
)

test(
  'a declined card keeps voucher and credit for the next one, and an ' + 'abandoned payment releases them',
  async () => {
    const { who, voucher } = await rich({ voucher: 10_000, credit: 6_000 })
    const order = await place(who)
    const tenders = { vouchers: [voucher.code], apply_user_credit: true }
    const card = { amount: order.total - 160 }
    const declined = await pay(who, order, tenders, { ...card, stripe_source: 'tok_chargeDeclined' })
    expect(declined.status).toBe(422)
    expect(await readRemainingTenders(shop.deps, who.userId)).toMatchObject({ vouchers: [0], credit: 0 })
    shop.clock.advance(60)
    await shop.runDueNow()
    expect(await readRemainingTenders(shop.deps, who.userId)).toMatchObject({
      vouchers: [10_000],
      credit: 6_000,
    })
    expect(await cardsMadeFor(order)).toBe(0)
    expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  },
)

test('gift cards cannot pay for gift cards', async () => {
  const who = await openAccount(shop.deps)
  const gift = await giveGiftCard(shop.deps, who.userId)
  const order = await place(who)
  for (const tenders of [{ gift_cards: [gift.id] }, { gift_card_codes: [gift.code] }]) {
    const answer = await pay(who, order, tenders, { hosted: true, return_url: RETURN_URL })
    const [field = ''] = Object.keys(tenders)
    expect(answer).toMatchObject({
      status: 422,
      body: { [field]: ['This gift card is not good for this flight.'] },
    })
  }
  expect((await readRemainingTenders(shop.deps, who.userId)).giftCards).toEqual(['available'])
})
