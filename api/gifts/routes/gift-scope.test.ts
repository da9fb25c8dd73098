import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AvailabilityDayReply, type AvailableDeparture } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { QuoteReply } from '#contract/quote.ts'
import { GiftCardReply, GiftCardsReply } from '#contract/tenders.ts'
import { type Account, giveGiftCard, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let admin: Account
let staff: Account
beforeAll(async () => {
  shop = await openPayingShop()
  admin = await openStaffMember(shop.deps, 'admin')
  staff = await openStaffMember(shop.deps)
})
afterAll(() => shop.close())

const query = async (sql: string, values: unknown[] = []) =>
  (await shop.deps.database.query(sql, values)).rows
const setFare = (who: Account, id: number, fare: Record<string, unknown>) =>
  shop.call('PATCH', `/v1/fares/${String(id)}`, { token: who.token, body: { fare } })

/** The brand that sells the fare in the demo shop. */
const brandOf = (fareId: number) => (fareId === 121 ? 2 : 1)

/** Buys gift cards of a fare with an account. */
async function buy(who: Account, fareId: number): Promise<number> {
  const order = {
    brand_id: brandOf(fareId),
    order_item_gift_cards_attributes: [{ fare_id: fareId, quantity: 1 }],
  }
  const placed = await shop.call('POST', '/v1/orders', { token: who.token, body: { order } })
  const bought = OrderReply.parse(placed.body).order
  await shop.payPage(await shop.hosted(who.token, bought))
  const [card] = (await shop.read(who.token, bought)).order_items.flatMap(({ gift }) => gift?.cards ?? [])
  return card?.id ?? 0
}

async function readCard(who: Account, id: number) {
  const { body } = await shop.call('GET', `/v1/gift_cards/${String(id)}`, { token: who.token })
  return GiftCardReply.parse(body).gift_card
}

/** Two weeks of open departures of a product, from a Monday in the demo shop's spring. */
async function openDepartures(productId: number): Promise<AvailableDeparture[]> {
  const days = Array.from({ length: 14 }, (_, at) => `2027-06-${String(at + 14).padStart(2, '0')}`)
  const read = days.map(async (date) => {
    const path = `/v1/availability/day?product_id=${String(productId)}&date=${date}`
    return AvailabilityDayReply.parse((await shop.call('GET', path)).body).availability.departures
  })
  return (await Promise.all(read)).flat().filter(({ status }) => status === 'open')
}

async function quoteWith(who: Account, id: number, departure: AvailableDeparture) {
  const body = {
    brand_id: departure.product_id === 12 ? 2 : 1,
    ...{ departure_id: departure.departure_id, depart_at: departure.depart_at },
    ...{ quantity_type: 'seat', quantity: 1, gift_cards: [id] },
  }
  return QuoteReply.parse((await shop.call('POST', '/v1/quotes', { token: who.token, body })).body).quote
}

const COVERING = [
  [6, 61],
  [8, 81],
  [10, 101],
  [12, 121],
  [13, 131],
] as const

describe('a gift card that covers all fares', () => {
  test.each(COVERING)(
    'pays a seat on every open departure of its product, whatever that costs (product %i)',
    async (productId, fareId) => {
      const who = await openAccount(shop.deps)
      const id = await buy(who, fareId)
      const departures = await openDepartures(productId)
      expect(departures.length).toBeGreaterThan(20)
      for (const departure of departures) {
        const quote = await quoteWith(who, id, departure)
        const paid = quote.lines.find(({ kind }) => kind === 'gift')?.amount
        // Only the landing permit waits for redemption.
        expect({ problem: quote.tender_problem, paid, due: quote.amount_due }, departure.depart_at).toEqual({
          problem: null,
          paid: -quote.unit_price,
          due: 3.5,
        })
      }
      expect(await readCard(who, id)).toMatchObject({ covers_all_fares: true })
    },
    60_000,
  )

  test('it pays fares that were added later and departures without a fare', async () => {
    const who = await openAccount(shop.deps)
    const id = await buy(who, 131)
    const fare = { product_id: 13, name: 'Fireworks', seat_price: 999 }
    const added = await shop.call('POST', '/v1/fares', { token: admin.token, body: { fare } })
    expect(added.status).toBe(201)
    const fareId = (added.body as { fare: { id: number } }).fare.id
    await query(
      `insert into departures (product_id, day_of_week, departure_type, time, fare_id, seat_price_cents,
        publish_status)
       select 13, d, 'fixed', '10:30', $1::int, null, 'published' from generate_series(0, 6) d
       union all select 13, d, 'fixed', '15:00', null, 77700, 'published' from generate_series(0, 6) d`,
      [fareId],
    )
    const dear = (await openDepartures(13)).filter(({ seat_price: price }) => (price ?? 0) > 700)
    expect(dear).toHaveLength(28)
    for (const departure of dear) {
      expect(await quoteWith(who, id, departure)).toMatchObject({ tender_problem: null, amount_due: 3.5 })
    }
    expect((await readCard(who, id)).good_for_fare_ids).toContain(fareId)
  })

  test('it covers all fares also when it was sold before its fare did, on every page', async () => {
    const who = await openAccount(shop.deps)
    await query('update fares set covers_all_fares = false where id = 81')
    const id = await buy(who, 81)
    expect((await readCard(who, id)).good_for_fare_ids).toEqual([81])
    expect((await setFare(admin, 81, { covers_all_fares: true })).status).toBe(200)
    const card = await readCard(who, id)
    expect(card.good_for_fare_ids).toEqual([81, 82, 83, 84])
    const { body: list } = await shop.call('GET', '/v1/gift_cards', { token: who.token })
    expect(GiftCardsReply.parse(list).gift_cards[0]?.good_for_fare_ids).toEqual([81, 82, 83, 84])
    const told = await shop.call('POST', '/v1/codes', { token: who.token, body: { code: card.code } })
    expect(told.body).toMatchObject({ code: { gift_card: { good_for_fare_ids: [81, 82, 83, 84] } } })
    const longer = {
      gift_card: { expires_at: '2048-01-01T00:00:00.000Z', good_for_fare_ids: [81, 82, 83, 84] },
    }
    const kept = await shop.call('PATCH', `/v1/gift_cards/${String(id)}`, {
      token: staff.token,
      body: longer,
    })
    expect(kept).toMatchObject({ status: 200, body: { gift_card: { good_for_fare_ids: [81, 82, 83, 84] } } })
    expect(await query('select good_for_fare_ids from gift_cards where id = $1', [id])).toEqual([
      { good_for_fare_ids: [81] },
    ])
  })

  test('it pays one whole aircraft when it was sold for one', async () => {
    const who = await openAccount(shop.deps)
    const fare = { giftable: true, gift_price: 1298, covers_all_fares: true }
    expect((await setFare(admin, 111, fare)).status).toBe(200)
    await query('update products set enable_bnsl = true where id = 11')
    const id = await buy(who, 111)
    expect(await readCard(who, id)).toMatchObject({ unit: 'flight', price: 1298 })
    for (const departure of await openDepartures(11)) {
      const body = {
        ...{ brand_id: 1, departure_id: departure.departure_id, depart_at: departure.depart_at },
        ...{ quantity_type: 'flight', quantity: 2, gift_cards: [id] },
      }
      const { body: reply } = await shop.call('POST', '/v1/quotes', { token: who.token, body })
      expect(QuoteReply.parse(reply).quote).toMatchObject({ tender_problem: null, amount_due: 3.5 })
    }
  })

  test(
    'it books the difference between seat price and card price to the account ' + 'of differences',
    async () => {
      const who = await openAccount(shop.deps)
      const { id } = await giveGiftCard(shop.deps, who.userId, { goodForFareIds: [61] })
      const departure = (await openDepartures(6)).find(({ tags }) => tags.includes('sunset'))
      if (!departure) throw new Error('no sunset')
      const flight = { departureId: departure.departure_id, departAt: departure.depart_at }
      const order = await shop.order(who.token, 1, flight)
      const stripe_payment = { stripe_source: 'pm_card_visa', return_url: RETURN_URL }
      const body = { payment: { order_id: order.id, gift_cards: [id], stripe_payment } }
      const paid = await shop.call('POST', '/v1/payments', { token: who.token, body })
      expect(paid.status).toBe(201)
      const rows = await query(
        `select e.account, sum(e.amount_cents)::int as cents from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
       where t.order_id = $1 and e.account like 'gifts%' group by 1 order by 1`,
        [order.id],
      )
      expect(rows).toEqual([
        { account: 'gifts', cents: 22_900 },
        { account: 'gifts:difference', cents: (departure.seat_price ?? 0) * 100 - 22_900 },
      ])
    },
  )
})

describe('a fare whose gift cards cover all fares', () => {
  test('it needs a gift price that an admin has set', async () => {
    const refused = await setFare(admin, 62, { covers_all_fares: true })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('gift_price')
    expect((await setFare(admin, 62, { covers_all_fares: true, gift_price: 0 })).status).toBe(422)
    expect((await setFare(staff, 62, { covers_all_fares: true, gift_price: 300 })).status).toBe(403)
    const fare = { product_id: 6, name: 'Any day at all', covers_all_fares: true }
    const made = await shop.call('POST', '/v1/fares', { token: admin.token, body: { fare } })
    expect(made.status).toBe(422)
    await expect(query('update fares set covers_all_fares = true where id = 62')).rejects.toThrow()
    expect((await setFare(admin, 61, { gift_price: null })).status).toBe(422)
  })

  test('it sells cards at the gift price and not at the seat price', async () => {
    const body = { gift_purchase: { brand_id: 1, fare_id: 61, quantity: 2 } }
    const { body: reply } = await shop.call('POST', '/v1/quotes', { body })
    expect(reply).toMatchObject({
      quote: {
        ...{ unit_price: 289, covers_all_fares: true },
        good_for_label:
          'One seat on every departure of The New Yorker, whatever it costs: night, sunset, ' +
          'weekend and off-peak too',
      },
    })
  })

  test('it keeps covering all fares while such a card is unspent', async () => {
    const who = await openAccount(shop.deps)
    await buy(who, 121)
    const refused = await setFare(admin, 121, { covers_all_fares: false })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('sold as good for every departure')
    expect((await setFare(admin, 121, { giftable: false })).status).toBe(200)
    expect((await setFare(admin, 121, { giftable: true })).status).toBe(200)
  })
})

test('a gift card of a narrower fare names its departures and pays no others', async () => {
  const who = await openAccount(shop.deps)
  const id = await buy(who, 62)
  const card = await readCard(who, id)
  expect(card).toMatchObject({
    covers_all_fares: false,
    good_for_label: 'One seat on The New Yorker (Off-peak): Monday to Thursday at 11:00 AM',
  })
  const departures = await openDepartures(6)
  const paid = []
  for (const departure of departures) {
    const quote = await quoteWith(who, id, departure)
    if (quote.tender_problem === null) paid.push(departure)
  }
  expect(paid).toHaveLength(8)
  expect(paid.every(({ local_time: time, tags }) => time === '11:00' && tags.includes('off-peak'))).toBe(true)
})
