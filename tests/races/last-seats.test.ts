import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripeClient } from '#api/gateways/stripe-client.ts'
import { OrderReply } from '#contract/order.ts'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { type ChosenDeparture, flightOrder, seatOrder } from '../support/shopper.ts'
import {
  createGuestToken,
  openTwoProcessShop,
  type TwoProcessShop,
  weekdayFlight,
} from './two-process-shop.ts'

const BUYERS = 60
const SEAT_CENTS = 25_200

let postgres: SharedPostgres
beforeAll(async () => {
  postgres = sharedPostgres()
})

type Order = Record<string, unknown>
/** Plays one buyer; the outcome is the status of the step that ended it. */
type Buy = (shop: TwoProcessShop, buyer: number, order: Order) => Promise<number>

const guest = (shop: TwoProcessShop, buyer: number) =>
  createGuestToken(shop, `buyer${String(buyer)}@example.com`)

const hold: Buy = async (shop, buyer, order) => {
  const token = await guest(shop, buyer)
  return (await shop.services.call('POST', '/v1/orders', { token, body: order })).status
}

const holdAndPay: Buy = async (shop, buyer, order) => {
  const token = await guest(shop, buyer)
  const placed = await shop.services.call('POST', '/v1/orders', { token, body: order })
  if (placed.status !== 201) return placed.status
  const { id, amount_due: amount } = OrderReply.parse(placed.body).order
  const payment = { order_id: id, stripe_payment: { amount, stripe_source: 'pm_card_visa' } }
  const paid = await shop.services.call('POST', '/v1/payments', { token, body: { payment } })
  if (paid.status !== 201) return paid.status
  const read = await shop.services.call('GET', `/v1/orders/${String(id)}`, { token })
  return OrderReply.parse(read.body).order.status === 'completed' ? 201 : 500
}

const everyone = (shop: TwoProcessShop, orders: readonly Order[], buy: Buy) =>
  Promise.all(orders.map((order, buyer) => buy(shop, buyer, order)))

const tally = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].map((one) => [one, statuses.filter((status) => status === one).length]),
  )

/** Counts seats by their counters and by the holds behind them, which must agree. */
async function seatsOf({ database }: TwoProcessShop, { depart_at: departAt }: ChosenDeparture) {
  const { rows } = await database.query(
    `select coalesce(sum(f.seats_sold), 0)::int as sold, coalesce(sum(f.seats_held), 0)::int as held,
       coalesce(sum((select coalesce(sum(h.seats), 0) from holds h where h.flight_id = f.id
         and h.state = 'sold')), 0)::int as sold_by_holds,
       coalesce(sum((select coalesce(sum(h.seats), 0) from holds h where h.flight_id = f.id
         and h.state = 'held')), 0)::int as held_by_holds,
       coalesce(sum((select count(*) from holds h where h.flight_id = f.id and h.whole_flight
         and h.state <> 'released')), 0)::int as whole
     from flights f where f.depart_at = $1::timestamptz`,
    [departAt],
  )
  return rows[0]
}

describe('two processes on one database', () => {
  let shop: TwoProcessShop
  beforeAll(async () => {
    shop = await openTwoProcessShop(postgres)
  })
  afterAll(() => shop.close())

  test('of 60 buyers of 4 seats exactly 4 get one, and nobody else is charged', async () => {
    const flight = await weekdayFlight(shop, 1)
    const statuses = await everyone(shop, Array(BUYERS).fill(seatOrder(flight, 1)), holdAndPay)
    expect(tally(statuses)).toEqual({ 201: 4, 409: BUYERS - 4 })
    expect(await seatsOf(shop, flight)).toEqual({
      sold: 4,
      held: 0,
      sold_by_holds: 4,
      held_by_holds: 0,
      whole: 0,
    })
    const charged = await chargedAtProvider(shop)
    expect(charged).toEqual([SEAT_CENTS, SEAT_CENTS, SEAT_CENTS, SEAT_CENTS])
    const { rows } = await shop.database.query(
      `select count(*)::int as orders, sum(amount_paid_cents)::int as cents from orders
        where status = 'completed'`,
    )
    expect(rows).toEqual([{ orders: 4, cents: 4 * SEAT_CENTS }])
  })

  test('parties of two and three never share more than four seats', async () => {
    const flight = await weekdayFlight(shop, 2)
    const orders = Array.from({ length: 40 }, (_, buyer) => seatOrder(flight, 2 + (buyer % 2)))
    const statuses = await everyone(shop, orders, hold)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    const seats = await seatsOf(shop, flight)
    expect(seats).toMatchObject({ held_by_holds: seats?.['held'] })
    expect([3, 4]).toContain(seats?.['held'])
  })

  test('buyers of seats and of whole flights never both get the aircraft', async () => {
    const flights = await Promise.all([3, 4, 5, 6, 7].map((week) => weekdayFlight(shop, week)))
    const orders = flights.flatMap((flight) =>
      Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? flightOrder(flight, 2) : seatOrder(flight, 1))),
    )
    const statuses = await everyone(shop, orders, hold)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    for (const flight of flights) {
      const seats = await seatsOf(shop, flight)
      const { rows } = await shop.database.query(
        `select count(distinct o.quantity_type)::int as kinds, count(*)::int as orders from orders o
         join holds h on h.order_id = o.id join flights f on f.id = h.flight_id
           where f.depart_at = $1::timestamptz`,
        [flight.depart_at],
      )
      expect(rows).toEqual([{ kinds: 1, orders: seats?.['whole'] === 1 ? 1 : 4 }])
      expect(seats).toMatchObject({ held: 4, held_by_holds: 4 })
    }
  })

  test.each([
    ['with the same key', { 'Idempotency-Key': 'twins' }],
    ['without a key', {}],
  ])('one form sent to both processes at once, %s, makes one order', async (name, headers) => {
    const flight = await weekdayFlight(shop, 8 + name.length)
    const token = await guest(shop, 1000)
    const send = (process: 0 | 1) =>
      shop.services.call('POST', '/v1/orders', { token, process, body: seatOrder(flight, 1), headers })
    const answers = await Promise.all(([0, 1, 0, 1, 0, 1] as const).map(send))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(new Set(answers.map(({ body }) => OrderReply.parse(body).order.id)).size).toBe(1)
    expect(await seatsOf(shop, flight)).toMatchObject({ held: 1, held_by_holds: 1 })
  })
})

describe('without the lock', () => {
  let shop: TwoProcessShop
  beforeAll(async () => {
    shop = await openTwoProcessShop(postgres, 'unlocked')
  })
  afterAll(() => shop.close())

  const rush = async (week: number) => {
    const flight = await weekdayFlight(shop, week)
    expect(await hold(shop, 1000 * week, seatOrder(flight, 1))).toBe(201)
    await everyone(shop, Array(BUYERS).fill(seatOrder(flight, 1)), hold)
    return seatsOf(shop, flight)
  }

  test('without the lock the CHECK still prevents overselling', async () => {
    expect(await rush(1)).toMatchObject({ held: 4, held_by_holds: 4 })
  })

  test('without the lock and the CHECK the same buyers oversell, so the races above are real', async () => {
    await shop.database.query('alter table flights drop constraint flights_never_oversold')
    // The buyers may miss each other in one rush; in ten rushes they meet.
    let most = 0
    for (let week = 2; week <= 11 && most <= 4; week += 1) most = Number((await rush(week))?.['held'])
    expect(most).toBeGreaterThan(4)
  })
})

/** Sums the cents of every successful payment at the provider, independent of the shop's ledger. */
async function chargedAtProvider({ database }: TwoProcessShop): Promise<number[]> {
  const sandbox = createSandbox({
    query: database.query,
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
    publicUrl: 'http://shop.test',
    webhook: { secret: 'whsec_unused', deliver: () => Promise.resolve() },
  })
  const stripe: Stripe = createStripeClient('sk_test_sandbox', sandbox.stripeFetch)
  const { data } = await stripe.paymentIntents.list({ limit: 100 })
  return data.filter(({ status }) => status === 'succeeded').map(({ amount_received: amount }) => amount)
}
