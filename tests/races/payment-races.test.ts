import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database } from '#api/db/client.ts'
import { closeAttempt } from '#api/payments/close-attempt.ts'
import { withdrawOrder } from '#api/orders/withdraw-order.ts'
import { expireOrders } from '#api/orders/expire-orders.ts'
import { sendDueGifts } from '#api/gifts/send-due-gifts.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { sweepPayments } from '#api/payments/sweep-payments.ts'
import { processProviderEvents } from '#api/platform/provider-events/work-provider-events.ts'
import { DraftReply } from '#contract/draft.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type Payment } from '#contract/payment.ts'
import { CheckoutTransferOpenedReply, CheckoutTransferReply } from '#contract/resumption.ts'
import { cardHolder } from '../support/card-holder.ts'
import { type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { seatOrder } from '../support/shopper.ts'
import { expectedOutcome, readOutcome } from './how-it-ended.ts'

const ROUNDS = 6
const RETURN_URL = 'http://shop.test/order-confirmation'

let shop: PayingShop
let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ shop, database, close } = await openRacingShop())
})
afterAll(() => close())

let people = 0
async function aBuyer() {
  const email = `racer${String((people += 1))}@example.com`
  return { email, token: await shop.guest(email) }
}

const endOf = (email: string) => {
  const mails = shop.mailer.sent.map(({ to, subject, messageId }) => ({ to: [to], subject, messageId }))
  return readOutcome({ database, stripe: shop.deps.stripe, mails }, email)
}

/** Runs all at once and returns what is thrown. */
async function together(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const ended = await Promise.allSettled(work.map((one) => one()))
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
}

const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one)

test('the return page, the webhook worker and the sweeper at once apply a payment once', async () => {
  const { email, token } = await aBuyer()
  const order = await shop.order(token, 2)
  const payment = await shop.hosted(token, order)
  await shop.payPage(payment)
  const { webhooks } = shop.sandbox.control
  await webhooks.release((events) => [...events, ...events])
  await webhooks.settled()
  webhooks.hold()
  // The page is open for six minutes with seats held for half an hour, so the sweeper looks at it,
  // too.
  shop.clock.advance(6)
  await together([
    ...times(4, () => shop.read(token, order)),
    ...times(4, () => processProviderEvents(shop.deps)),
    ...times(4, () => sweepPayments(shop.deps)),
    ...times(2, () => closeAttempt(shop.deps, payment.id)),
    ...times(2, () => expireOrders(shop.deps)),
  ])
  await together(times(6, () => sendMails(shop.deps)))
  expect(await endOf(email)).toEqual(expectedOutcome('paid', Math.round(order.total * 100)))
})

test('gift cards reported paid from all sides at once are created once and sent once', async () => {
  const { token } = await aBuyer()
  const to = 'friend@example.com'
  const gift = { fare_id: 61, quantity: 3, recipient_email: to, send_on: '2027-06-01' }
  const body = { order: { brand_id: 1, order_item_gift_cards_attributes: [gift] } }
  const placed = await Promise.all(times(3, 0).map(() => shop.call('POST', '/v1/orders', { token, body })))
  const [order, ...twins] = placed.map((answer) => OrderReply.parse(answer.body).order)
  if (!order) throw new Error('no order')
  expect(twins.map(({ id }) => id)).toEqual([order.id, order.id])
  await shop.payPage(await shop.hosted(token, order))
  const { webhooks } = shop.sandbox.control
  await webhooks.release((events) => [...events, ...events])
  await webhooks.settled()
  webhooks.hold()
  await together([
    ...times(4, () => shop.read(token, order)),
    ...times(4, () => processProviderEvents(shop.deps)),
    ...times(2, () => expireOrders(shop.deps)),
  ])
  const made = 'select count(*) from gift_cards where purchaser_order_id = $1'
  expect(await shop.count(made, order.id)).toBe(3)
  expect(await shop.count(made.replace('count(*)', 'sum(value_cents)'), order.id)).toBe(3 * 28_900)
  const before = shop.clock.now()
  shop.clock.set('2027-06-01T12:00:00Z')
  await together(times(6, () => sendDueGifts(shop.deps)))
  shop.clock.set(before)
  const sent = 'select count(*) from mails where kind = \'gift\' and "to" = $1'
  expect(await shop.count(sent, to)).toBe(1)
  expect(await shop.count(`${made} and last_emailed_to = $2`, order.id, to)).toBe(3)
})

test('a card saved ten times at once is stored once, and one card becomes the default', async () => {
  const ida = await cardHolder(shop)
  await together([
    ...times(8, () => ida.save()),
    () => ida.save('5555555555554444'),
    () => ida.save('378282246310005'),
  ])
  const cards = await ida.cards()
  expect(cards.map(({ last4 }) => last4).sort()).toEqual(['0005', '4242', '4444'])
  const choose = (id: number) =>
    shop.call('PATCH', `${ida.path}/${String(id)}`, {
      token: ida.token,
      body: { credit_card: { default: true } },
    })
  await together(
    [...cards, ...cards].map(
      ({ id }) =>
        () =>
          choose(id),
    ),
  )
  expect((await ida.cards()).filter((card) => card.default)).toHaveLength(1)
  const customers = await shop.deps.stripe.customers.list({ email: ida.email, limit: 100 })
  const kept = await Promise.all(
    customers.data.map(
      async ({ id }) => (await shop.deps.stripe.customers.listPaymentMethods(id)).data.length,
    ),
  )
  expect(kept.reduce((sum, count) => sum + count, 0)).toBe(3)
})

describe('identical requests at once', () => {
  const keys = [
    ['with a key', { 'Idempotency-Key': 'ten-at-once' }],
    ['without a key', {}],
  ] as const
  const ways = [
    ['on the hosted page', { hosted: true, return_url: RETURN_URL }],
    ['by card', { stripe_source: 'pm_card_visa' }],
  ] as const
  const cases = keys.flatMap(([kind, headers]) =>
    ways.map(([way, how]) => [kind, way, headers, how] as const),
  )

  test.each(cases)(
    'ten requests %s, paid %s, make one order, one charge and one mail',
    async (_, way, headers, how) => {
      const { email, token } = await aBuyer()
      const { departureId, departAt } = await shop.nextFlight()
      const body = seatOrder({ departure_id: departureId, depart_at: departAt }, 2)
      const placed = await Promise.all(
        times(10, 0).map(() => shop.call('POST', '/v1/orders', { token, body, headers })),
      )
      const orders = placed.map((answer) => OrderReply.parse(answer.body).order)
      expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
      const [order] = orders as [Order]

      const payment = {
        payment: { order_id: order.id, stripe_payment: { amount: order.amount_due, ...how } },
      }
      const paid = await Promise.all(
        times(10, 0).map(() => shop.call('POST', '/v1/payments', { token, body: payment, headers })),
      )
      // Without a key the others run after the first one, and by then a card has been charged.
      const statuses = paid.map(({ status }) => status).sort()
      const alike = way === 'on the hosted page' || 'Idempotency-Key' in headers
      expect(statuses).toEqual(alike ? times(10, 201) : [201, ...times(9, 409)])
      const started = paid.flatMap(({ body: said }) => (said as { payments?: Payment[] }).payments ?? [])
      expect(new Set(started.map(({ reference }) => reference)).size).toBe(1)
      if (started[0]?.redirect_url) {
        await Promise.all(times(3, 0).map(() => shop.payPage(started[0] as Payment)))
      }
      await shop.deliverEvents(2)
      expect(await endOf(email)).toEqual(expectedOutcome('paid', Math.round(order.total * 100)))
    },
  )
})

test('a late payment and a new buyer at once: one gets the seats, the other keeps the money', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const late = await aBuyer()
    const rival = await aBuyer()
    const flight = await shop.nextFlight()
    const order = await shop.order(late.token, 2, flight)
    const payment = await shop.hosted(late.token, order)
    await database.query(
      "update payment_attempts set state = 'canceled', closed_at = created_at where order_id = $1",
      [order.id],
    )
    await database.query(
      'update holds set payment_open = false, expires_at = created_at where order_id = $1',
      [order.id],
    )
    await shop.runDueNow()
    await shop.payPage(payment)
    const { webhooks } = shop.sandbox.control
    await webhooks.release()
    await webhooks.settled()
    webhooks.hold()
    const body = seatOrder({ departure_id: flight.departureId, depart_at: flight.departAt }, 4)
    const [taken] = await Promise.all([
      shop.call('POST', '/v1/orders', { token: rival.token, body }),
      processProviderEvents(shop.deps),
      sweepPayments(shop.deps),
    ])
    await shop.runDueNow()
    expect([201, 409]).toContain(taken.status)
    const how = taken.status === 201 ? 'refunded' : 'paid'
    expect(await endOf(late.email)).toEqual(expectedOutcome(how, Math.round(order.total * 100)))
  }
})

test('a hold that expires while its page is paid takes flight and money, or neither', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { email, token } = await aBuyer()
    const order = await shop.order(token, 2)
    const payment = await shop.hosted(token, order)
    await database.query('update payment_attempts set hold_until = created_at where order_id = $1', [
      order.id,
    ])
    await database.query('update holds set expires_at = created_at where order_id = $1', [order.id])
    await together([
      () => shop.payPage(payment),
      () => sweepPayments(shop.deps).then(() => expireOrders(shop.deps)),
      () => shop.read(token, order),
    ])
    await shop.deliverEvents(2)
    shop.clock.advance(3)
    await shop.runDueNow()
    const session = await shop.deps.stripe.checkout.sessions.retrieve(payment.reference ?? '')
    const how = session.payment_status === 'paid' ? 'paid' : 'expired'
    expect(await endOf(email)).toEqual(expectedOutcome(how, Math.round(order.total * 100)))
  }
})

test('staff cancellation and payment at once end in a paid order or in a full refund', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { email, token } = await aBuyer()
    const order = await shop.order(token, 2)
    const payment = await shop.hosted(token, order)
    const by = { userId: 2, requestId: 'race', at: shop.clock.now() }
    const end = () => withdrawOrder(shop.deps, { orderId: order.id, reason: 'x', actor: 'user:2', by })
    const pay = () => shop.payPage(payment)
    const [ended] = await Promise.all([
      end(),
      pay(),
      ...times(2, () => shop.read(token, order)).map((one) => one()),
    ])
    await shop.deliverEvents()
    shop.clock.advance(45)
    await sweepPayments(shop.deps)
    await expireOrders(shop.deps)
    await sendMails(shop.deps)
    const found = await endOf(email)
    // A page that closed before payment took nothing.
    const closed = { ...expectedOutcome('expired', 0), orders: ['cancelled'] }
    const paid = expectedOutcome('paid', Math.round(order.total * 100))
    const back = expectedOutcome('refunded', 0)
    const right = ended.ok ? [closed, back] : [paid]
    expect(right).toContainEqual(found)
    outcomes.add(found.orders.join())
  }
  expect(outcomes.size).toBeGreaterThan(0)
})

test('changing the party while paying leaves one of the orders and one charge', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { email, token } = await aBuyer()
    const flight = await shop.nextFlight()
    const order = await shop.order(token, 2, flight)
    const payment = await shop.hosted(token, order)
    const body = seatOrder({ departure_id: flight.departureId, depart_at: flight.departAt }, 3, {
      supersedes_order_id: order.id,
    })
    const [, changed] = await Promise.all([
      shop.payPage(payment),
      shop.call('POST', '/v1/orders', { token, body }),
      shop.read(token, order),
    ])
    await shop.deliverEvents(2)
    const ended = await endOf(email)
    expect(ended).toMatchObject({ unexplained: 0, books: { all: 0, owed: 0 } })
    if (changed.status === 201) {
      expect(ended).toMatchObject({
        orders: ['cancelled', 'awaiting_payment'],
        charges: [],
        seats: { held: 3, sold: 0 },
      })
    } else {
      expect(changed).toMatchObject({ status: 409, body: { code: 'already_paid', order_id: order.id } })
      expect(ended).toEqual(expectedOutcome('paid', Math.round(order.total * 100)))
    }
  }
})

/**
 * One booking on two devices: the draft of the first device, and the copy that the second one
 * continued.
 */
async function twoDevices() {
  const email = `racer${String((people += 1))}@example.com`
  const draft = { fields: { email } }
  const first = DraftReply.parse((await shop.call('POST', '/v1/drafts', { body: { draft } })).body).draft.id
  const resumption = { draft_id: first, brand_id: 1, path: '/checkout/6/pay?quantity=2' }
  const made = await shop.call('POST', '/v1/resumptions', { body: { resumption } })
  const { code: secret } = CheckoutTransferReply.parse(made.body).resumption
  const asked = { resumption: { secret, brand_id: 1 } }
  const opened = await shop.call('POST', '/v1/resumptions/open', { body: asked })
  const { draft: copy } = CheckoutTransferOpenedReply.parse(opened.body).resumption
  return { email, devices: [first, copy.id].map(async (id) => ({ id, token: await shop.guest(email) })) }
}

test.each([
  ['neither has seats', false],
  ['the first has its seats', true],
])(
  'two devices pay the same booking at once, %s: one books, with one charge and one ticket',
  async (_, early) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { email, devices } = await twoDevices()
      const [first, second] = await Promise.all(devices)
      if (!first || !second) throw new Error('There are no two devices')
      const flight = await shop.nextFlight()
      const body = (id: string) =>
        seatOrder({ departure_id: flight.departureId, depart_at: flight.departAt }, 2, { draft_id: id })
      const place = ({ id, token }: typeof first) =>
        shop.call('POST', '/v1/orders', { token, body: body(id) })
      const kept = early ? await place(first) : undefined
      const press = async (device: typeof first, placed = place(device)) => {
        const { status, body: said } = await placed
        if (status !== 201) return { status, code: (said as { code?: string }).code }
        const { order } = OrderReply.parse(said)
        return {
          status: (await shop.pay(device.token, order, { stripe_source: 'pm_card_visa' })).status,
          order,
        }
      }
      const ends = await Promise.all([press(first, kept && Promise.resolve(kept)), press(second)])
      await shop.deliverEvents(2)
      const paid = ends.filter(({ status }) => status === 201)
      expect(paid, JSON.stringify(ends)).toHaveLength(1)
      const ended = await endOf(email)
      const { orders, ...rest } = expectedOutcome('paid', Math.round((paid[0]?.order?.total ?? 0) * 100))
      expect(ended).toMatchObject(rest)
      expect(ended.orders.filter((status) => status !== 'cancelled')).toEqual(orders)
    }
  },
)
