import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database } from '#api/db/client.ts'
import { sweepPayments } from '#api/payments/sweep-payments.ts'
import { OrderReply } from '#contract/order.ts'
import {
  type Account,
  BALANCED_BOOKS,
  readBookErrors,
  readRemainingTenders,
  logInAgain,
  openAccount,
} from '../support/give-tenders.ts'
import { type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { requestRefund, sellOrder } from '../support/sold-order.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { type Answer } from '../support/test-api.ts'

let shop: PayingShop
let database: Database
let close: () => Promise<void>
let staff: Account
beforeAll(async () => {
  ;({ shop, database, close } = await openRacingShop())
  staff = await openStaffMember(shop.deps, 'admin')
})
afterAll(() => close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()
/** Sums what the provider has refunded of an order, in cents. */
async function givenAtProvider(orderId: number): Promise<number> {
  const { rows } = await database.query('select payment_intent from payments where order_id = $1', [orderId])
  const { data } = await shop.deps.stripe.refunds.list({
    payment_intent: String(rows[0]?.['payment_intent']),
  })
  return data.reduce((sum, { amount }) => sum + amount, 0)
}

test('ten refunds of a third at once give three, and never more than was paid', async () => {
  const { buyer, order } = await sellOrder(shop, { seats: 2, vouchers: [10_000], credit: 60 })
  // The price is 504 dollars: 344 by card, 60 of credit, 100 of a voucher.
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => requestRefund(shop, staff.token, order.id, { amount: 168 })),
  )
  expect(statusesOf(answers)).toEqual([...Array<number>(3).fill(201), ...Array<number>(7).fill(409)])
  expect(await readRemainingTenders(shop.deps, buyer.userId)).toMatchObject({
    vouchers: [10_000],
    credit: 6_000,
  })
  expect(await givenAtProvider(order.id)).toBe(34_400)
  expect(await shop.read(buyer.token, order)).toMatchObject({ status: 'refunded' })
})

test('refunds by staff, buyer and provider at once return everything exactly once', async () => {
  for (let round = 0; round < 5; round++) {
    const { buyer, order } = await sellOrder(shop, { seats: 2, gifts: [{}], vouchers: [10_000] })
    const cancel = shop.call('POST', `/v1/orders/${String(order.id)}/cancellation`, {
      token: buyer.token,
      body: { cancellation: { amount: 275 } },
    })
    const seat = requestRefund(shop, staff.token, order.id, { lines: [{ position: 0, quantity: 1 }] })
    const whole = requestRefund(shop, staff.token, order.id)
    const { rows } = await database.query('select payment_intent from payments where order_id = $1', [
      order.id,
    ])
    const byHand = shop.deps.stripe.refunds
      .create({ payment_intent: String(rows[0]?.['payment_intent']), amount: 17_500 })
      .then(
        () => 'given',
        () => 'refused',
      )
    const answers = await Promise.all([cancel, seat, whole])
    expect(answers.filter(({ status }) => ![201, 409, 422].includes(status))).toEqual([])
    await byHand
    await shop.deliverEvents(2)
    await sweepPayments(shop.deps)
    expect(await givenAtProvider(order.id)).toBe(17_500)
    expect(await readRemainingTenders(shop.deps, buyer.userId)).toMatchObject({
      giftCards: ['available'],
      vouchers: [10_000],
    })
    expect(await shop.read(buyer.token, order)).toMatchObject({ status: 'refunded' })
    expect(
      await shop.count(
        "select coalesce(sum(seats), 0) from holds where state = 'sold' and order_id = $1",
        order.id,
      ),
    ).toBe(0)
  }
})

/** A customer with a bought gift card for a seat, and the order that is to use it. */
async function buyAndChoose() {
  const who = await openAccount(shop.deps)
  const gifts = [{ fare_id: 61, quantity: 1 }]
  const placed = await shop.call('POST', '/v1/orders', {
    token: who.token,
    body: { order: { brand_id: 1, order_item_gift_cards_attributes: gifts } },
  })
  const purchase = OrderReply.parse(placed.body).order
  await shop.pay(who.token, purchase, { stripe_source: 'pm_card_visa' })
  const card = await shop.count('select id from gift_cards where purchaser_order_id = $1', purchase.id)
  const token = await logInAgain(shop.deps, who.userId)
  return { who, purchase, card, token, flight: await shop.order(token, 1) }
}

test('of a refund and a redemption at once one wins, in every order', async () => {
  const won: string[] = []
  for (let round = 0; round < 8; round++) {
    const { who, purchase, card, token, flight } = await buyAndChoose()
    const redeem = () =>
      shop.call('POST', '/v1/payments', {
        token,
        body: {
          payment: {
            order_id: flight.id,
            gift_cards: [card],
            stripe_payment: { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/' },
          },
        },
      })
    const refund = () => requestRefund(shop, staff.token, purchase.id)
    const [first, second] = round % 2 === 0 ? [redeem(), refund()] : [refund(), redeem()]
    const [redeemed, refunded] = (await Promise.all(round % 2 === 0 ? [first, second] : [second, first])) as [
      Answer,
      Answer,
    ]
    const state = (await readRemainingTenders(shop.deps, who.userId)).giftCards[0]
    if (refunded.status === 201) {
      expect([redeemed.status, state]).toEqual([422, 'void'])
      expect(await shop.read(token, flight)).toMatchObject({ status: 'awaiting_payment', tenders: [] })
      expect(await givenAtProvider(purchase.id)).toBe(Math.round(purchase.total * 100))
    } else {
      expect([refunded.status, redeemed.status, state]).toEqual([409, 201, 'redeemed'])
      expect(await givenAtProvider(purchase.id)).toBe(0)
    }
    won.push(String(state))
  }
  expect(won).toHaveLength(8)
})
