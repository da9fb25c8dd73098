import { afterAll, beforeAll, expect, test } from 'vitest'
import { QuoteReply } from '#contract/quote.ts'
import { giveCredit, giveGiftCard, giveVoucher, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

type Tenders = Record<string, unknown>

/** Seats of the next flight; one costs $229 and $23 of fees. */
async function cartOf(quantity: number) {
  const { departureId, departAt } = await shop.nextFlight()
  return { brand_id: 1, departure_id: departureId, depart_at: departAt, quantity_type: 'seat', quantity }
}

async function quote(token: string | undefined, cart: Tenders, tenders: Tenders) {
  const answer = await shop.call('POST', '/v1/quotes', { token, body: { ...cart, ...tenders } })
  return QuoteReply.parse(answer.body).quote
}

test('a quote shows what gift cards, vouchers and credit leave for the card', async () => {
  const { userId, token } = await openAccount(shop.deps)
  const gift = await giveGiftCard(shop.deps, userId)
  const voucher = await giveVoucher(shop.deps, userId, { balanceCents: 10_000, valueCents: 10_000 })
  await giveCredit(shop.deps, userId, 60)
  const cart = await cartOf(2)
  const tenders = { gift_cards: [gift.id], vouchers: [voucher.code], apply_user_credit: true }
  expect(await quote(token, cart, tenders)).toMatchObject({
    order_total: 504,
    total: 175,
    credits: 60,
    amount_due: 115,
    tender_problem: null,
  })
  expect(await quote(token, cart, { gift_card_codes: [gift.code] })).toMatchObject({ amount_due: 275 })
  expect(await quote(token, cart, {})).toMatchObject({ total: 504, amount_due: 504, tender_problem: null })
})

test('tenders that cannot pay are reported beside the price without them', async () => {
  const { userId, token } = await openAccount(shop.deps)
  const [one, two] = [await giveGiftCard(shop.deps, userId), await giveGiftCard(shop.deps, userId)]
  const cart = await cartOf(1)
  const refused = async (tenders: Tenders, by: string | undefined = token) => {
    const { total, amount_due: due, tender_problem: problem } = await quote(by, cart, tenders)
    expect([total, due]).toEqual([252, 252])
    return problem
  }
  expect(await refused({ gift_cards: [one.id, two.id] })).toEqual({
    field: 'gift_cards',
    message: 'There are more gift cards than seats to pay for.',
  })
  expect(await refused({ vouchers: ['nonsense'] })).toEqual({
    field: 'vouchers',
    message: 'Voucher must exist.',
  })
  expect(await refused({ apply_user_credit: true })).toMatchObject({ field: 'apply_user_credit' })
  const stranger = await openAccount(shop.deps)
  expect(await refused({ gift_cards: [one.id] }, stranger.token)).toMatchObject({
    message: 'Gift card must exist.',
  })
  const visitor = await quote(undefined, cart, { gift_cards: [one.id] })
  expect(visitor.tender_problem).toMatchObject({
    message: 'Login or Register to redeem your Buy Now Schedule Later',
  })
})

test('credit is not available beside a discount code', async () => {
  const { userId, token } = await openAccount(shop.deps)
  await giveCredit(shop.deps, userId, 60)
  const cart = await cartOf(1)
  expect(await quote(token, cart, { apply_user_credit: true, discount_code_code: 'FLY15' })).toMatchObject({
    credit_hidden: 'discount',
    credits: 0,
  })
  expect((await quote(token, cart, { apply_user_credit: true })).credit_hidden).toBeNull()
})

test('tenders that the caller’s own unpaid order has reserved can pay in another quote', async () => {
  const { userId, token } = await openAccount(shop.deps)
  const gift = await giveGiftCard(shop.deps, userId)
  const cart = await cartOf(2)
  const { departure_id, depart_at } = cart
  const order = await shop.order(token, 2, { departureId: departure_id, departAt: depart_at })
  const hosted = { hosted: true, return_url: RETURN_URL }
  const body = { payment: { order_id: order.id, gift_cards: [gift.id], stripe_payment: hosted } }
  expect((await shop.call('POST', '/v1/payments', { token, body })).status).toBe(201)
  expect(await quote(token, cart, { gift_cards: [gift.id] })).toMatchObject({ amount_due: 275 })
})
