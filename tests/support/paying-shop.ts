import { Temporal } from 'temporal-polyfill'
import { type Jobs, startJobs } from '#api/jobs/start-jobs.ts'
import { toLocalDate } from '#api/rules/time/local-time.ts'
import { createStripeClient } from '#api/gateways/stripe-client.ts'
import { type Database } from '#api/db/client.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import { newestSecret } from '#settings/key-ring.ts'
import { createContractTap } from '../sandbox-contract/check-against-contract.ts'
import { createWeatherService } from '#api/gateways/weather-service.ts'
import { SANDBOX_WEATHER } from '#sandbox/weather/weather-days.ts'
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts'
import { signedTextWebhook } from './text-webhook.ts'
import { type Answer, createTestApi, TEST_NOW, type TestApi } from './test-api.ts'
import { createDemoDatabase } from './test-database.ts'
import { testSettings } from './test-settings.ts'

/** What guests do in the demo shop, whichever provider takes their money. */
export interface BuyerActions {
  /** Runs every job that is due now, independent of the schedule and the queue. */
  runDueNow: Jobs['runDueNow']
  guest(email?: string): Promise<string>
  /** Finds a flight that no earlier call returned. */
  nextFlight(): Promise<Flight>
  order(token: string, seats?: number, flight?: Flight, more?: Record<string, unknown>): Promise<Order>
  pay(token: string, order: Order, how: Record<string, unknown>): Promise<Answer>
  hosted(token: string, order: Order): Promise<Payment>
  read(token: string, order: Order): Promise<Order>
  count(statement: string, ...values: unknown[]): Promise<number>
}

/** The demo shop with the payment sandbox behind it. Events wait until a test releases them. */
export interface PayingShop extends TestApi, BuyerActions {
  sandbox: Sandbox
  /** Delivers the provider's events, `times` each, and processes them. */
  deliverEvents(times?: number): Promise<void>
  /** Sends the hosted page's form; the answer redirects or shows the decline. */
  payPage(payment: Payment, card?: string): Promise<Response>
}

export interface Flight {
  departureId: number
  departAt: string
}

export const CARD = '4242424242424242'
export const RETURN_URL = 'http://shop.test/order-confirmation?order_id=1'

/** @param given a database with the demo shop of `TEST_NOW`; without it the function makes one */
export async function openPayingShop(given?: Database): Promise<PayingShop> {
  const settings = testSettings()
  const database = given ?? (await createDemoDatabase())
  const box: { shop?: TestApi } = {}
  const tap = createContractTap()
  const sandbox = createSandbox({
    query: database.query,
    inspect: tap.inspect,
    now: () => box.shop?.clock.now() ?? new Date(TEST_NOW),
    newId: () => crypto.randomUUID().replaceAll('-', ''),
    publicUrl: settings.publicUrl,
    webhook: {
      secret: newestSecret(settings.secrets.webhook),
      deliver: async (body, signature) => {
        const headers = { 'stripe-signature': signature }
        const answer = await box.shop?.call('POST', '/v1/stripe/webhooks', { body, headers })
        if (answer?.status !== 200) throw new Error(`the webhook answered ${String(answer?.status)}`)
      },
    },
    tellShop: async (path, fields) => {
      const answer = await box.shop?.call('POST', path, await signedTextWebhook(settings, path, fields))
      if (answer?.status !== 200) throw new Error(`the webhook of texts answered ${String(answer?.status)}`)
    },
  })
  await sandbox.setUp()
  sandbox.control.webhooks.hold()
  const stripe = createStripeClient('sk_test_sandbox', sandbox.stripeFetch)
  const clock = { now: () => box.shop?.clock.now() ?? new Date(TEST_NOW) }
  const weather = createWeatherService({ url: SANDBOX_WEATHER, clock, fetch: sandbox.weatherFetch })
  const shop = await createTestApi({ database, stripe, settings, texter: sandbox.phone, weather })
  box.shop = shop
  const close = async () => {
    await shop.close()
    // Every request to the provider and every answer must match the real provider's contract.
    if (tap.problems.length > 0) throw new Error(tap.problems.join('\n'))
  }
  const actions = buyerActions(shop)
  return { ...shop, sandbox, ...actions, ...sandboxActions(sandbox, actions), close }
}

export function buyerActions(shop: TestApi): BuyerActions {
  const { deps, call } = shop
  const nextFlight = fridayFlights(shop)
  const runDueNow = async () => {
    const jobs = await startJobs({ ...deps, jobs: idleQueue })
    await jobs.runDueNow()
  }
  const pay: BuyerActions['pay'] = (token, order, how) =>
    call('POST', '/v1/payments', {
      token,
      body: { payment: { order_id: order.id, stripe_payment: { amount: order.amount_due, ...how } } },
    })
  return {
    runDueNow,
    nextFlight,
    pay,
    guest: async (email = 'ada@example.com') => {
      const { body } = await call('POST', '/v1/customers', { body: { customer: { email } } })
      return (body as { jwt: string }).jwt
    },
    order: async (token: string, seats = 2, flight?: Flight, more: Record<string, unknown> = {}) => {
      const { departureId, departAt } = flight ?? (await nextFlight())
      const answer = await call('POST', '/v1/orders', {
        token,
        body: {
          order: {
            brand_id: 1,
            order_item_seats_attributes: [
              { departure_id: departureId, depart_at: departAt, quantity: seats },
            ],
            passengers_attributes: Array.from({ length: seats }, (_, at) => ({
              full_name: `Passenger ${String(at + 1)}`,
              weight: 150,
            })),
            terms_and_conditions: true,
            ...more,
          },
        },
      })
      if (answer.status !== 201) throw new Error(`no order: ${JSON.stringify(answer.body)}`)
      return OrderReply.parse(answer.body).order
    },
    hosted: async (token: string, order: Order) => {
      const answer = await pay(token, order, { hosted: true, return_url: RETURN_URL })
      if (answer.status !== 201) throw new Error(`no page: ${JSON.stringify(answer.body)}`)
      const [payment] = PaymentsReply.parse(answer.body).payments
      if (!payment) throw new Error('no payment')
      return payment
    },
    read: async (token: string, order: Order) => {
      const answer = await call('GET', `/v1/orders/${String(order.id)}`, { token })
      return OrderReply.parse(answer.body).order
    },
    count: async (statement: string, ...values: unknown[]) => {
      const { rows } = await deps.database.query(`select (${statement})::int as n`, values)
      return Number(rows[0]?.['n'])
    },
  }
}

function sandboxActions(
  sandbox: Sandbox,
  { runDueNow }: BuyerActions,
): Pick<PayingShop, 'deliverEvents' | 'payPage'> {
  return {
    deliverEvents: async (times = 1) => {
      const { webhooks } = sandbox.control
      await webhooks.release((events) => events.flatMap((event) => Array<typeof event>(times).fill(event)))
      await webhooks.settled()
      webhooks.hold()
      await runDueNow()
    },
    payPage: async (payment: Payment, card = CARD) => {
      const body = new URLSearchParams({
        number: card,
        expiry: '12 / 30',
        cvc: '123',
        email: 'a@example.com',
      })
      const request = new Request(payment.redirect_url ?? '', { method: 'POST', body })
      const response = await sandbox.pages(request)
      if (!response) throw new Error('no such page')
      return response
    },
  }
}

/** A job queue that starts nothing, because tests run the due jobs themselves. */
export const idleQueue = {
  start: () => Promise.resolve(),
  wake: () => undefined,
  healthy: () => true,
  stop: () => Promise.resolve(),
}

/**
 * Finds "The New Yorker" at its first fixed time on the next Friday, a week later for each call, so
 * that tests do not compete.
 */
function fridayFlights({ deps, clock }: TestApi): () => Promise<Flight> {
  let week = 0
  const today = Temporal.PlainDate.from(toLocalDate(clock.now(), 'America/New_York'))
  const friday = today.add({ days: ((11 - today.dayOfWeek) % 7) + 1 })
  return async () => {
    const { rows } = await deps.database.query(
      'select id, time from departures where product_id = 6 and day_of_week = 5 and ' +
        "departure_type = 'fixed' order by time limit 1",
    )
    const [row] = rows
    const closed = await deps.database.query(
      "select date::text as date from departure_exceptions where product_id = 6 and kind = 'closed'",
    )
    const isClosed = (day: Temporal.PlainDate) => closed.rows.some(({ date }) => date === day.toString())
    let day = friday.add({ weeks: week++ })
    while (isClosed(day)) day = friday.add({ weeks: week++ })
    const local = day.toPlainDateTime(Temporal.PlainTime.from(String(row?.['time'])))
    const instant = local.toZonedDateTime('America/New_York').toInstant()
    return { departureId: Number(row?.['id']), departAt: instant.toString() }
  }
}
