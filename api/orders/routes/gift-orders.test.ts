import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { findGiftLimit, readUnpaidGifts } from '#api/gifts/find-unpaid-gifts.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { GiftQuoteReply } from '#contract/quote.ts'
import { logIn } from '#tests/support/shopper.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

/** "The New Yorker" by the seat. */
const FARE = 61
let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

let people = 0
const someone = () => shop.guest(`giver${String((people += 1))}@example.com`)

const quote = (body: Record<string, unknown>) =>
  shop.call('POST', '/v1/quotes', { body: { gift_purchase: { brand_id: 1, fare_id: FARE, ...body } } })

function post(token: string, item: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const gifts = [{ fare_id: FARE, quantity: 2, ...item }]
  const order = { brand_id: 1, order_item_gift_cards_attributes: gifts, ...more }
  return shop.call('POST', '/v1/orders', { token, body: { order } })
}

async function placed(token: string, item: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const { status, body } = await post(token, item, more)
  expect({ status, body }).toMatchObject({ status: 201 })
  return OrderReply.parse(body).order
}

async function paid(token: string, order: Order): Promise<Order> {
  await shop.payPage(await shop.hosted(token, order))
  return shop.read(token, order)
}

const cardsOf = (order: Order) => order.order_items.flatMap(({ gift }) => gift?.cards ?? [])
const rowsOf = async (order: Order) =>
  (
    await shop.deps.database.query('select * from gift_cards where purchaser_order_id = $1 order by id', [
      order.id,
    ])
  ).rows
const mailsTo = async (to: string) =>
  (await shop.deps.database.query('select kind from mails where "to" = $1 order by id', [to])).rows.map(
    ({ kind }) => kind,
  )
const gifts = (order: Order) =>
  shop.count(
    'select -coalesce(sum(amount_cents), 0) from ledger_entries e join ledger_transactions t ' +
      "on t.id = e.transaction_id where e.account = 'gifts' and t.order_id = $1",
    order.id,
  )

describe('the price of gift cards', () => {
  test('it is the price of the fare with only the fees that are not charged at redemption', async () => {
    const { status, body } = await quote({ quantity: 2 })
    expect(status).toBe(201)
    const { quote: told } = GiftQuoteReply.parse(body)
    expect(told).toMatchObject({ fare_id: FARE, unit: 'seat', quantity: 2 })
    expect(told.lines[0]).toMatchObject({ kind: 'gift_card', quantity: 2, amount: told.unit_price * 2 })
  })

  test(
    'the quoted price is the ordered price, and another expected price is ' + 'refused with the right one',
    async () => {
      const { quote: told } = GiftQuoteReply.parse(
        (await quote({ quantity: 2, discount_code_code: 'FLY15' })).body,
      )
      const more = { discount_code_code: 'FLY15', total_price: told.total }
      expect(await placed(await someone(), {}, more)).toMatchObject({ kind: 'gift_cards', total: told.total })
      const other = await post(await someone(), {}, { ...more, total_price: told.total + 1 })
      expect(other).toMatchObject({
        status: 409,
        body: { code: 'price_changed', quote: { total: told.total } },
      })
    },
  )

  test.each([
    ['an unknown fare', { fare_id: 9999 }],
    ['a fare of another brand’s product', { brand_id: 2 }],
  ])('%s is not sold as a gift card', async (_, wanted) => {
    const answer = await quote({ quantity: 1, ...wanted })
    expect(answer).toMatchObject({ status: 422, body: { fare_id: ['This fare is not sold as a gift card'] } })
  })

  test('fares that are not giftable, and those of products without later booking, are not sold', async () => {
    const { query } = shop.deps.database
    const refused = {
      status: 422,
      body: { order_item_gift_cards_attributes: ['This fare is not sold as a gift card'] },
    }
    await query('update fares set giftable = false where id = 62')
    expect(await post(await someone(), { fare_id: 62 })).toMatchObject(refused)
    await query('update products set enable_bnsl = false where id = 9')
    expect(await post(await someone(), { fare_id: 91 })).toMatchObject(refused)
  })
})

describe('an order of gift cards', () => {
  test('it keeps its price by the clock without seats, and the same cards give the same order', async () => {
    const token = await someone()
    const order = await placed(token)
    expect(order).toMatchObject({ status: 'awaiting_payment', flights: [], passengers: [] })
    expect(new Date(order.held_until ?? 0).getTime()).toBe(shop.clock.now().getTime() + 15 * 60_000)
    expect(cardsOf(order)).toEqual([])
    const again = await placed(token, { recipient_email: 'Friend@Example.com' })
    expect(again.id).toBe(order.id)
    expect(again.order_items[0]?.gift).toMatchObject({
      recipient_email: 'friend@example.com',
      send_on: null,
    })
    const other = await placed(token, { quantity: 3 }, { supersedes_order_id: order.id })
    expect(other.id).not.toBe(order.id)
    expect((await shop.read(token, order)).status).toBe('cancelled')
  })

  test('it replaces an order of seats and can be replaced by one', async () => {
    const token = await someone()
    const first = await placed(token)
    const seats = await shop.order(token, 1, undefined, { supersedes_order_id: first.id })
    expect((await shop.read(token, first)).status).toBe('cancelled')
    const back = await placed(token, {}, { supersedes_order_id: seats.id })
    expect((await shop.read(token, seats)).status).toBe('cancelled')
    expect(back.status).toBe('awaiting_payment')
  })

  test('it expires on time, however late the job runs', async () => {
    const token = await someone()
    const unpaid = await placed(token)
    shop.clock.advance(16)
    expect((await shop.read(token, unpaid)).status).toBe('expired')
    await shop.runDueNow()
    const written = "select count(*) from orders where id = $1 and status = 'expired'"
    expect(await shop.count(written, unpaid.id)).toBe(1)
  })

  test('a late payment completes it, because it has no seats to lose', async () => {
    const token = await someone()
    const order = await placed(token)
    const payment = await shop.hosted(token, order)
    const { query } = shop.deps.database
    await query("update payment_attempts set state = 'canceled' where order_id = $1", [order.id])
    await query("update orders set status = 'expired' where id = $1", [order.id])
    await shop.payPage(payment)
    await shop.deliverEvents()
    expect((await shop.read(token, order)).status).toBe('completed')
    expect(await rowsOf(order)).toHaveLength(2)
  })

  test.each([
    ['a message but no recipient', { message: 'Enjoy' }, 'recipient_email', 'Please say to whom we send it'],
    ['an invalid e-mail', { recipient_email: 'friend' }, 'recipient_email', 'Please enter a valid email'],
    [
      'a day in the past',
      { recipient_email: 'f@example.com', send_on: '2020-01-01' },
      'send_on',
      'Please choose a day from today on, within a year',
    ],
    ['a quantity of zero', { quantity: 0 }, 'quantity', 'Please input a quantity'],
  ])('an order with %s is refused', async (_, item, field, sentence) => {
    const { status, body } = await post(await someone(), item)
    expect(status).toBe(422)
    const [key, said] = Object.entries(body as Record<string, string[]>)[0] ?? []
    expect(key).toContain(field)
    expect(said).toEqual([sentence])
  })

  test('it contains gift cards only', async () => {
    const mixed = await post(await someone(), {}, { passengers_attributes: [{ full_name: 'Ada' }] })
    const sentence = 'Gift cards are bought in an order of their own'
    expect(mixed).toMatchObject({ status: 422, body: { order_item_gift_cards_attributes: [sentence] } })
  })

  test('a session with three unpaid gift orders cannot place another', async () => {
    const token = await someone()
    const sessionId = decodeJwt(token).jti ?? ''
    const { db } = shop.deps.database
    const when = { except: [], now: shop.clock.now(), factor: 1 }
    const holdLimit = async () => {
      const unpaid = await db.transaction((tx) =>
        readUnpaidGifts(tx, { sessionId, networkKey: null }, when.now),
      )
      return findGiftLimit(unpaid, { sessionId }, when)
    }
    for (const quantity of [1, 2]) await placed(token, { quantity })
    expect(await holdLimit()).toBeUndefined()
    const third = await placed(token, { quantity: 3 })
    expect(await holdLimit()).toEqual({ cap: 'gifts', freeAt: new Date(third.held_until ?? 0) })
  })
})

describe('a paid order of gift cards', () => {
  test(
    'each card is worth what was paid for it, remembers its fees, ' + 'and is shown to the buyer alone',
    async () => {
      const token = await someone()
      const order = await paid(token, await placed(token, { quantity: 3 }, { discount_code_code: 'FLY15' }))
      expect(order.status).toBe('completed')
      const rows = await rowsOf(order)
      const forCards = order.lines.filter(({ kind }) => kind === 'gift_card' || kind === 'discount')
      const sum = Math.round(forCards.reduce((all, { amount }) => all + amount, 0) * 100)
      expect(rows.reduce((all, row) => all + Number(row['value_cents']), 0)).toBe(sum)
      expect(await gifts(order)).toBe(sum)
      expect(rows.map((row) => row['good_for_fare_ids'])).toEqual([[FARE], [FARE], [FARE]])
      expect(new Set(rows.map((row) => row['code_hash'])).size).toBe(3)
      const fees = order.lines.filter(({ kind }) => kind === 'fee').length
      expect(rows[0]?.['pending_fee_ids']).toHaveLength(fees)
      expect(new Date(String(rows[0]?.['expires_at'])).getUTCFullYear()).toBe(
        shop.clock.now().getUTCFullYear() + 9,
      )

      expect(cardsOf(order).map(({ code }) => code)).toEqual(
        Array(3).fill(expect.stringMatching(/^(\w{4}-){3}\w{4}$/)),
      )
      const staff = await logIn(shop, 'staff@example.com')
      expect(cardsOf(await shop.read(staff, order)).map(({ code }) => code)).toEqual([null, null, null])
    },
  )

  test('the buyer’s mail has the codes, the recipient’s a link, and the giver sees it opened', async () => {
    const token = await someone()
    const buyer = `giver${String(people)}@example.com`
    const message = 'For <b>you</b>\nand your camera'
    const order = await paid(token, await placed(token, { recipient_email: 'friend1@example.com', message }))
    const codes = cardsOf(order).map(({ code }) => String(code))
    await shop.runDueNow()
    const toBuyer = shop.mailer.to(buyer).find(({ subject }) => subject.includes(order.number))
    const [toFriend] = shop.mailer.to('friend1@example.com')
    for (const code of codes) {
      expect(toBuyer?.text).toContain(code)
      expect(toFriend?.text).not.toContain(code)
    }
    expect(toBuyer?.attachments).toEqual([])
    expect(toFriend?.html).toContain('For &lt;b&gt;you&lt;/b&gt;')
    expect(toFriend?.text).not.toContain(buyer)
    const rows = await rowsOf(order)
    expect(rows.map((row) => row['last_emailed_to'])).toEqual(['friend1@example.com', 'friend1@example.com'])
    const link = /\/gifts\/([\w-]+)/.exec(toFriend?.text ?? '')?.[1] ?? ''
    expect((await shop.call('POST', `/v1/gifts/${link}/open`, { body: {} })).status).toBe(200)
    const shares = await shop.deps.database.query(
      'select opened_at is not null as opened from gift_shares where order_id = $1',
      [order.id],
    )
    expect(shares.rows).toEqual([{ opened: true }])
  })

  test('a scheduled gift leaves once on its day and not before', async () => {
    const token = await someone()
    const tomorrow = addDays(toLocalDate(shop.clock.now(), 'America/New_York'), 1)
    const item = { recipient_email: 'friend2@example.com', send_on: tomorrow }
    const order = await paid(token, await placed(token, item))
    await shop.runDueNow()
    expect(await mailsTo('friend2@example.com')).toEqual([])
    shop.clock.advance(24 * 60)
    await Promise.all([shop.runDueNow(), shop.runDueNow()])
    expect(await mailsTo('friend2@example.com')).toEqual(['gift'])
    expect((await rowsOf(order)).map((row) => row['last_emailed_to'])).toEqual(
      Array(2).fill('friend2@example.com'),
    )
  })

  test('the order is listed among the buyer’s orders and has no calendar file', async () => {
    const token = await someone()
    const order = await paid(token, await placed(token))
    const listed = await shop.call('GET', '/v1/orders', { token })
    expect(listed.body).toMatchObject({ orders: [{ id: order.id, kind: 'gift_cards', flights: [] }] })
    const calendar = await shop.call('GET', `/v1/orders/${String(order.id)}/calendar.ics`, { token })
    expect(calendar.status).toBe(404)
  })

  test('concurrent payment notices create its cards once', async () => {
    const token = await someone()
    const order = await placed(token)
    await shop.payPage(await shop.hosted(token, order))
    await Promise.all([shop.read(token, order), shop.deliverEvents(3), shop.read(token, order)])
    expect(await rowsOf(order)).toHaveLength(2)
  })
})
