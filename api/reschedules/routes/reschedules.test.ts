import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveCredit, readRemainingTenders } from '#tests/support/give-tenders.ts'
import {
  requestReschedule,
  quoteReschedule,
  readRescheduled,
  countSeats,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { type ReschedulingShop, openReschedulingShop, placeOf } from '#tests/support/reschedule-shop.ts'
import { RETURN_URL } from '#tests/support/paying-shop.ts'
import { sellOrder, type Sold } from '#tests/support/sold-order.ts'

let shop: ReschedulingShop
beforeAll(async () => {
  shop = await openReschedulingShop()
})
beforeEach(async () => {
  await shop.sandbox.control.webhooks.release(() => [])
  shop.sandbox.control.webhooks.hold()
})
afterAll(() => shop.close())
afterEach(() => shop.expectConsistent())

const settle = async () => {
  await shop.deliverEvents(2)
}
const sales = (orderId: number, account: string) =>
  shop.count(
    `select -coalesce(sum(e.amount_cents), 0) from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id where t.order_id = $1 and e.account = $2`,
    orderId,
    account,
  )

test('a party reschedules: card, seats, ledger, history, mail and calendar are right', async () => {
  const one = await sellOrder(shop, { seats: 2 })
  const from = placeOf(one.order)
  const to = await shop.nextWeek().sellExpensiveFlight()
  const shown = await quoteReschedule(shop, one, to)
  expect(shown).toMatchObject({
    open: true,
    message: null,
    party: 2,
    reschedule_fee: 50,
    later_fee: 75,
    reschedule_price_difference: 40,
    total: 90,
    amount_due: 90,
  })
  expect(await countSeats(shop, to)).toEqual({ sold: 0, held: 0 })
  const moved = readRescheduled(
    await requestReschedule(shop, one, to, { fee: 50, difference: 40, ...VISA_PAYMENT }),
  )
  expect(moved.order_change).toMatchObject({ kind: 'reschedule', status: 'completed', total: 90 })
  const order = await shop.rereadOrder(one)
  expect(placeOf(order)).toEqual({
    departureId: to.departureId,
    departAt: new Date(to.departAt).toISOString(),
  })
  expect(order).toMatchObject({ status: 'completed', total: one.order.total + 90, amount_due: null })
  expect(order.lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(order.total, 2)
  expect(order.order_items.map(({ id }) => id)).toEqual(one.order.order_items.map(({ id }) => id))
  expect(await countSeats(shop, from)).toEqual({ sold: 0, held: 0 })
  expect(await countSeats(shop, to)).toEqual({ sold: 2, held: 0 })
  expect(await sales(order.id, 'fees:reschedule')).toBe(5_000)
  expect(order.history?.at(-1)?.text).toMatch(
    new RegExp(
      [
        String.raw`^You moved your flight from Friday \d+ \w+ 2027, \d+:\d\d [ap]m E[DS]T`,
        String.raw` to Friday \d+ \w+ 2027, 9:30 pm E[DS]T\.$`,
      ].join(''),
    ),
  )
  await shop.runDueNow()
  const mail = shop.mailer.sent.find(({ subject }) => subject.startsWith('Your flight was moved'))
  const file = String(mail?.attachments[0]?.content).replaceAll('\r\n ', '')
  const uid = `UID:order-${String(order.id)}-flight-${String(one.order.flights[0]?.flight_id)}@`
  expect(file).toContain(uid)
  expect(file).toContain('SEQUENCE:1')
  // A second reschedule to a cheaper flight refunds nothing, and one to a price already paid
  // costs no difference again.
  const cheap = await shop.nextWeek().cheap()
  readRescheduled(await requestReschedule(shop, one, cheap, { fee: 50, difference: 0, ...VISA_PAYMENT }))
  expect(await quoteReschedule(shop, one, await shop.nextWeek().sellExpensiveFlight())).toMatchObject({
    reschedule_price_difference: 0,
  })
})

describe('the expected price of a reschedule', () => {
  test.each([
    ['fee', { fee: 0, difference: 40 }],
    ['difference', { fee: 50, difference: 0 }],
  ])('another %s is refused with the right figures, nothing held and nothing charged', async (_, claims) => {
    const one = await sellOrder(shop, { seats: 2 })
    const to = await shop.nextWeek().sellExpensiveFlight()
    const answer = await requestReschedule(shop, one, to, { ...claims, ...VISA_PAYMENT })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'price_changed',
      reschedule_quote: { reschedule_fee: 50, reschedule_price_difference: 40, amount_due: 90 },
    })
    expect(await countSeats(shop, to)).toEqual({ sold: 0, held: 0 })
    expect((await shop.rereadOrder(one)).changes).toEqual([])
  })

  test('a quote holds for fifteen minutes across the 48-hour limit, and not a second longer', async () => {
    const start = shop.clock.now()
    let [one, two, three] = [
      await sellOrder(shop, { seats: 1 }),
      await sellOrder(shop, { seats: 1 }),
      await sellOrder(shop, { seats: 1 }),
    ]
    const to = await shop.nextWeek().cheap()
    const line = (sale: Sold) => new Date(placeOf(sale.order).departAt).getTime() - 48 * 3_600_000
    try {
      shop.clock.set(new Date(line(one)))
      one = await shop.again(one)
      const shown = await quoteReschedule(shop, one, to)
      expect(shown).toMatchObject({ reschedule_fee: 50, fee_rises_at: new Date(line(one)).toISOString() })
      shop.clock.set(new Date(line(one) + 1_000))
      expect(await quoteReschedule(shop, one, to)).toMatchObject({ reschedule_fee: 75, fee_rises_at: null })
      expect(
        (await requestReschedule(shop, one, to, { fee: 50, difference: 0, ...VISA_PAYMENT })).status,
      ).toBe(409)
      shop.clock.set(new Date(line(one) + 899_000))
      const { quote } = shown
      readRescheduled(
        await requestReschedule(shop, one, to, { fee: 50, difference: 0, quote, ...VISA_PAYMENT }),
      )
      shop.clock.set(new Date(line(two)))
      two = await shop.again(two)
      const old = (await quoteReschedule(shop, two, to)).quote
      shop.clock.set(new Date(line(two) + 900_000))
      expect(
        (await requestReschedule(shop, two, to, { fee: 50, difference: 0, quote: old, ...VISA_PAYMENT }))
          .status,
      ).toBe(409)
      // It is not valid for another order or when a client wrote it.
      shop.clock.set(new Date(line(three) + 1_000))
      three = await shop.again(three)
      one = await shop.again(one)
      expect(
        (await requestReschedule(shop, three, to, { fee: 50, difference: 0, quote, ...VISA_PAYMENT })).status,
      ).toBe(409)
      const own = (await quoteReschedule(shop, three, to)).quote ?? ''
      const [content = '', signature = ''] = own.split('.')
      const cheaper = { ...JSON.parse(Buffer.from(content, 'base64url').toString()), feeCents: 5_000 }
      const forged = `${Buffer.from(JSON.stringify(cheaper)).toString('base64url')}.${signature}`
      expect(
        (await requestReschedule(shop, three, to, { fee: 50, difference: 0, quote: forged, ...VISA_PAYMENT }))
          .status,
      ).toBe(409)
    } finally {
      shop.clock.set(start)
    }
  })
})

describe('the payment of a reschedule', () => {
  test(
    'credit alone needs no card and reschedules at once, and a repeated call ' + 'changes nothing',
    async () => {
      const one = await sellOrder(shop, { seats: 2 })
      await giveCredit(shop.deps, one.buyer.userId, 200)
      const to = await shop.nextWeek().sellExpensiveFlight()
      const credit = { fee: 50, difference: 40, apply_user_credit: true }
      const moved = readRescheduled(await requestReschedule(shop, one, to, credit))
      expect(moved.payments).toEqual([])
      expect(moved.order_change).toMatchObject({ status: 'completed', credits: 90 })
      const again = readRescheduled(await requestReschedule(shop, one, to, credit))
      expect(again.order_change.id).toBe(moved.order_change.id)
      expect(await readRemainingTenders(shop.deps, one.buyer.userId)).toMatchObject({ credit: 11_000 })
    },
  )

  test(
    'the payment page holds the new seats until it is paid or closed, and the order ' + 'keeps its own',
    async () => {
      const one = await sellOrder(shop, { seats: 2 })
      const from = placeOf(one.order)
      const to = await shop.nextWeek().sellExpensiveFlight()
      const page = { fee: 50, difference: 40, hosted: true, return_url: RETURN_URL }
      const { payments } = readRescheduled(await requestReschedule(shop, one, to, page))
      expect(await countSeats(shop, to)).toEqual({ sold: 0, held: 2 })
      expect(await countSeats(shop, from)).toEqual({ sold: 2, held: 0 })
      const [payment] = payments
      if (!payment) throw new Error('no page')
      await shop.payPage(payment)
      await settle()
      expect(await countSeats(shop, to)).toEqual({ sold: 2, held: 0 })
      expect((await shop.rereadOrder(one)).changes).toMatchObject([
        { kind: 'reschedule', status: 'completed' },
      ])
      // Another one is abandoned, and its seats are released.
      const back = readRescheduled(
        await requestReschedule(shop, one, from, { ...page, fee: 50, difference: 0 }),
      )
      expect(back.order_change.status).toBe('awaiting_payment')
      shop.clock.advance(40)
      await shop.runDueNow()
      expect(await countSeats(shop, from)).toEqual({ sold: 0, held: 0 })
      expect((await shop.rereadOrder(one)).changes?.at(-1)).toMatchObject({ status: 'expired' })
    },
  )

  test('a declined card keeps the new seats for the next one and changes nothing else', async () => {
    const one = await sellOrder(shop, { seats: 2 })
    const from = placeOf(one.order)
    const to = await shop.nextWeek().sellExpensiveFlight()
    const price = { fee: 50, difference: 40, return_url: RETURN_URL }
    const refused = await requestReschedule(shop, one, to, {
      ...price,
      stripe_source: 'pm_card_chargeDeclined',
    })
    expect([refused.status, refused.body]).toEqual([422, { credit_card: ['Your card was declined.'] }])
    expect(placeOf(await shop.rereadOrder(one)).departureId).toBe(from.departureId)
    expect(await countSeats(shop, to)).toEqual({ sold: 0, held: 2 })
    readRescheduled(await requestReschedule(shop, one, to, { ...price, ...VISA_PAYMENT }))
    expect(await countSeats(shop, to)).toEqual({ sold: 2, held: 0 })
    expect(await countSeats(shop, from)).toEqual({ sold: 0, held: 0 })
  })

  test(
    'seats paid with gift cards pay no difference within their fares, and pay it ' + 'outside of them',
    async () => {
      const one = await sellOrder(shop, { seats: 2, gifts: [{}] })
      await shop.deps.database.query(
        "update gift_cards set good_for_fare_id = 62, good_for_fare_ids = '{61,63}' where order_id = $1",
        [one.order.id],
      )
      const within = await shop.nextWeek().sellExpensiveFlight()
      expect(await quoteReschedule(shop, one, within)).toMatchObject({ reschedule_price_difference: 20 })
      await shop.deps.database.query(
        "update gift_cards set good_for_fare_id = 62, good_for_fare_ids = '{61}' where order_id = $1",
        [one.order.id],
      )
      expect(await quoteReschedule(shop, one, within)).toMatchObject({ reschedule_price_difference: 40 })
    },
  )
})

test('money after the page was closed reschedules the party if seats are free, else comes back', async () => {
  for (const free of [true, false]) {
    const one = await sellOrder(shop, { seats: 2 })
    const to = await shop.nextWeek().sellExpensiveFlight()
    const page = { fee: 50, difference: 40, hosted: true, return_url: RETURN_URL }
    const { payments } = readRescheduled(await requestReschedule(shop, one, to, page))
    const [payment] = payments
    if (!payment) throw new Error('no page')
    await shop.payPage(payment)
    // The provider had first reported it as closed.
    await shop.deps.database.query(
      `with gone as (update payment_attempts set state = 'canceled' where order_id = $1
        and state in ('created', 'open') returning order_change_id),
        freed as (update holds set state = 'released', payment_open = false
          where order_change_id in (select order_change_id from gone) returning flight_id, seats),
        changed as (update order_changes set state = 'expired' where id in (select order_change_id from gone))
        update flights f set seats_held = seats_held - freed.seats from freed where f.id = freed.flight_id`,
      [one.order.id],
    )
    if (!free)
      readRescheduled(
        await requestReschedule(shop, await sellOrder(shop, { seats: 3 }), to, {
          fee: 50,
          difference: 60,
          ...VISA_PAYMENT,
        }),
      )
    await settle()
    const order = await shop.rereadOrder(one)
    expect(order.changes?.at(-1)?.status).toBe(free ? 'completed' : 'returned')
    expect(order.status).toBe('completed')
    expect(await countSeats(shop, to)).toEqual({ sold: free ? 2 : 3, held: 0 })
  }
})
