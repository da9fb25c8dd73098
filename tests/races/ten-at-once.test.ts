import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, OrderReply } from '#contract/order.ts'
import { type Payment } from '#contract/payment.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { RecordingMailer } from '../support/recording-mailer.ts'
import { seatOrder } from '../support/shopper.ts'
import { composeKillable } from './compose-killable.ts'
import { expectedOutcome, readOutcome } from './how-it-ended.ts'
import { payPage } from './stopped-purchase.ts'
import {
  createGuestToken,
  openTwoProcessShop,
  type TwoProcessShop,
  weekdayFlight,
} from './two-process-shop.ts'

let postgres: SharedPostgres
let shop: TwoProcessShop
beforeAll(async () => {
  postgres = sharedPostgres()
  shop = await openTwoProcessShop(postgres)
})
afterAll(async () => {
  await shop.close()
})

type Headers = Record<string, string>
const KEYED: Headers = { 'Idempotency-Key': 'ten-at-once' }
const keys: readonly (readonly [string, (at: number) => Headers])[] = [
  ['all with one key', () => KEYED],
  ['without a key', () => ({})],
  // Each process gets requests in pairs, one with an idempotency key and one without.
  ['half of them with a key', (at) => (at % 4 < 2 ? KEYED : {})],
]
const ways = [
  ['on the hosted page', { hosted: true, return_url: 'http://shop.test/order-confirmation' }],
  ['by card', { stripe_source: 'pm_card_visa' }],
] as const
const cases = keys.flatMap(([kind, headers]) => ways.map(([way, how]) => [kind, way, headers, how] as const))

/** Sends ten calls in parallel, alternating between the processes. */
const tenTimes = (
  method: string,
  path: string,
  options: { token: string; body?: unknown },
  headers: (at: number) => Headers,
) =>
  Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      shop.services.call(method, path, { ...options, headers: headers(at), process: at % 2 === 0 ? 0 : 1 }),
    ),
  )

/**
 * Runs both processes' jobs at the same moment, six minutes later, when the sweeper checks open
 * payments.
 */
async function sweepTwice(mailer: RecordingMailer) {
  const now = new Date(Date.now() + 6 * 60_000)
  const swept = await Promise.all([0, 1].map(() => composeKillable({ database: shop.database, now, mailer })))
  await Promise.all(swept.map(({ work }) => work()))
}

let week = 0
test.each(cases)(
  'ten forms and ten payments at two processes, %s, %s, make one order, one charge and one mail',
  async (kind, way, headers, how) => {
    week += 1
    const email = `ten${String(week)}@example.com`
    const token = await createGuestToken(shop, email)
    const placed = await tenTimes(
      'POST',
      '/v1/orders',
      { token, body: seatOrder(await weekdayFlight(shop, week), 2) },
      headers,
    )
    expect(placed.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const orders = placed.map(({ body }) => OrderReply.parse(body).order)
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    const [order] = orders as [Order]

    const body = { payment: { order_id: order.id, stripe_payment: { amount: order.amount_due, ...how } } }
    const paid = await tenTimes('POST', '/v1/payments', { token, body }, headers)
    // The response says that the order is paid, or that another payment is in progress.
    const alike = kind === 'all with one key' || (kind === 'without a key' && way !== 'by card')
    const allowed = alike ? [201] : [201, 409]
    expect(paid.filter(({ status }) => !allowed.includes(status))).toEqual([])
    const started = paid.flatMap((answer) => (answer.body as { payments?: Payment[] }).payments ?? [])
    expect(new Set(started.map(({ reference }) => reference)).size).toBe(1)

    const mailer = new RecordingMailer()
    const now = new Date()
    const { deps, sandbox } = await composeKillable({ database: shop.database, now, mailer })
    const page = started[0]?.redirect_url
    if (page) await payPage({ provider: sandbox }, page)
    await tenTimes('GET', `/v1/orders/${String(order.id)}`, { token }, () => ({}))
    await sweepTwice(mailer)
    const mails = mailer.sent.map(({ to, subject, messageId }) => ({ to: [to], subject, messageId }))
    const witnesses = { database: shop.database, stripe: deps.stripe, mails }
    expect(await readOutcome(witnesses, email)).toEqual(
      expectedOutcome('paid', Math.round(order.total * 100)),
    )
    expect(mailer.to(email).filter(({ subject }) => subject.includes('booked'))).toHaveLength(1)
  },
)
