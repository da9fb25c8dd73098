import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { GiftQuoteReply, QuoteReply } from '#contract/quote.ts'
import { GiftCardReply } from '#contract/tenders.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { requestRefund, readRefund } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let who: Account
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(async () => {
  who = await openAccount(shop.deps)
  await query('delete from fees where id > 3')
  await query(
    'update fees set price_cents = 350, percent_bps = null, ' +
      'postpone_until_gift_card_redemption = true where id = 2',
  )
  await query('update terminals set tax_bps = 0')
})
afterAll(() => shop.close())

const query = async (sql: string, values: unknown[] = []) =>
  (await shop.deps.database.query(sql, values)).rows

const quoteGift = async (fareId = 62) => {
  const body = { gift_purchase: { brand_id: 1, fare_id: fareId, quantity: 1 } }
  return GiftQuoteReply.parse((await shop.call('POST', '/v1/quotes', { body })).body).quote
}

async function buy(fareId = 62, quantity = 1): Promise<number[]> {
  const order = { brand_id: 1, order_item_gift_cards_attributes: [{ fare_id: fareId, quantity }] }
  const placed = await shop.call('POST', '/v1/orders', { token: who.token, body: { order } })
  const bought = OrderReply.parse(placed.body).order
  await shop.payPage(await shop.hosted(who.token, bought))
  const { order_items: items } = await shop.read(who.token, bought)
  return items.flatMap(({ gift }) => gift?.cards ?? []).map(({ id }) => id)
}

const feesOf = async (id: number) =>
  GiftCardReply.parse((await shop.call('GET', `/v1/gift_cards/${String(id)}`, { token: who.token })).body)
    .gift_card.waiting_fees

/** A Tuesday's off-peak departure, or its sunset departure. */
async function departureOf(time: 'own' | 'sunset', date = '2027-06-15') {
  const { body } = await shop.call('GET', `/v1/availability/day?product_id=6&date=${date}`)
  const { departures } = AvailabilityDayReply.parse(body).availability
  const found = departures.find(({ tags }) => tags.includes(time === 'own' ? 'off-peak' : 'sunset'))
  if (!found) throw new Error('no such departure')
  return found
}

async function redeem(
  cards: number[],
  departure: Awaited<ReturnType<typeof departureOf>>,
  quantity = cards.length,
) {
  const body = {
    ...{ brand_id: 1, departure_id: departure.departure_id, depart_at: departure.depart_at },
    ...{ quantity_type: 'seat', quantity, gift_cards: cards },
  }
  return QuoteReply.parse((await shop.call('POST', '/v1/quotes', { token: who.token, body })).body).quote
}

describe('the fees that wait for the redemption of a gift card', () => {
  test('they are named at purchase and on the card, and exactly these amounts are charged', async () => {
    const named = [{ fee_id: 2, name: 'Landing permit', amount: 3.5 }]
    expect((await quoteGift()).waiting_fees).toEqual(named)
    const [id = 0] = await buy()
    expect(await feesOf(id)).toEqual(named)
    expect(await redeem([id], await departureOf('own'))).toMatchObject({
      tender_problem: null,
      total: 3.5,
      amount_due: 3.5,
    })
  })

  test('they never exceed what the card names, although fees rose or were added', async () => {
    const [id = 0, other = 0] = await buy(62, 2)
    await query('update fees set price_cents = 990 where id = 2')
    await query(
      "insert into fees (name, price_cents, per_seat, position) values ('Noise', 500, true, " +
        "9), ('Booking', 700, false, 10)",
    )
    expect((await redeem([id], await departureOf('own'))).total).toBe(3.5)
    expect((await redeem([id, other], await departureOf('own'))).total).toBe(7)
    // A passenger without a card pays the present fees.
    const withMoney = await redeem([id], await departureOf('own'), 2)
    expect(withMoney.total).toBe(209 + 8.05 + 9.9 + 3.5 + 10.45 + 5 + 7)
    await query('update fees set price_cents = 100 where id = 2')
    expect((await redeem([id], await departureOf('own'))).total).toBe(1)
  })

  test('they depend on the price of the card’s own fare and not on the departure’s price', async () => {
    await query('update fees set price_cents = null, percent_bps = 200 where id = 2')
    const [id = 0] = await buy(61)
    expect(await feesOf(id)).toEqual([{ fee_id: 2, name: 'Landing permit', amount: 5.78 }])
    await query('update departures set seat_price_cents = 90000 where id = $1', [
      (await departureOf('sunset')).departure_id,
    ])
    const dear = await redeem([id], await departureOf('sunset'))
    expect([dear.unit_price, dear.total]).toEqual([900, 5.78])
  })

  test('they are named with their tax, and a later tax increase does not apply to them', async () => {
    await query('update terminals set tax_bps = 800')
    expect((await quoteGift()).waiting_fees).toEqual([{ fee_id: 2, name: 'Landing permit', amount: 3.78 }])
    const [id = 0] = await buy()
    expect((await redeem([id], await departureOf('own'))).total).toBe(3.78)
    await query('update terminals set tax_bps = 2000')
    expect((await redeem([id], await departureOf('own'))).total).toBeLessThanOrEqual(3.78)
  })

  test('they are zero when the card includes every fee, so its own fare costs nothing more', async () => {
    await query('update fees set postpone_until_gift_card_redemption = false where id = 2')
    expect((await quoteGift()).waiting_fees).toEqual([])
    const [id = 0] = await buy()
    expect(await feesOf(id)).toEqual([])
    expect(await redeem([id], await departureOf('own'))).toMatchObject({ total: 0, amount_due: null })
    await query('update fees set postpone_until_gift_card_redemption = true where id = 2')
    expect((await redeem([id], await departureOf('own'))).total).toBe(0)
    const order = await shop.order(who.token, 1, await flightOf('own'))
    const body = { payment: { order_id: order.id, gift_cards: [id] } }
    const paid = await shop.call('POST', '/v1/payments', { token: who.token, body })
    expect(paid.status).toBe(201)
    expect(await shop.read(who.token, order)).toMatchObject({ status: 'completed', total: 0 })
  })

  test('they are refunded in full with the flight they were charged for', async () => {
    const staff = await openStaffMember(shop.deps)
    const [id = 0] = await buy()
    await query('update fees set price_cents = 990 where id = 2')
    const order = await shop.order(who.token, 2, await flightOf('own'))
    const stripe_payment = { stripe_source: 'pm_card_visa', return_url: RETURN_URL }
    const body = { payment: { order_id: order.id, gift_cards: [id], stripe_payment } }
    expect((await shop.call('POST', '/v1/payments', { token: who.token, body })).status).toBe(201)
    const { amount_paid: paid } = await shop.read(who.token, order)
    expect(paid).toBe(209 + 8.05 + 9.9 + 3.5 + 10.45)
    const seat = { lines: [{ position: 0, quantity: 1 }] }
    const first = readRefund(await requestRefund(shop, staff.token, order.id, seat))
    expect(first.to).toEqual([`card ${String(209 + 8.05 + 9.9 + 10.45)}`])
    const second = readRefund(await requestRefund(shop, staff.token, order.id, seat))
    expect(second.to).toContain('card 3.5')
  })
})

const flightOf = async (time: 'own' | 'sunset') => {
  const { departure_id: departureId, depart_at: departAt } = await departureOf(time)
  return { departureId, departAt }
}
