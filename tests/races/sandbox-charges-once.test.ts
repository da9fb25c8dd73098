import Stripe from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { type SharedPostgres, sharedPostgres } from '#tests/support/shared-postgres.ts'

let postgres: SharedPostgres
beforeAll(async () => {
  postgres = sharedPostgres()
})

const ORIGIN = 'http://shop.test'

/** The sandboxes of two processes share one database. */
async function openPair() {
  const databaseUrl = await postgres.createDatabase()
  const databases = await Promise.all([1, 2].map(() => openDatabase({ databaseUrl, dataDir: '' })))
  const sandboxes = databases.map(({ query }) =>
    createSandbox({
      query,
      now: () => new Date(),
      newId: () => crypto.randomUUID(),
      publicUrl: ORIGIN,
      webhook: { secret: 'whsec_test', deliver: () => Promise.resolve() },
    }),
  )
  // Sets both sandboxes up at once.
  await Promise.all(sandboxes.map((sandbox) => sandbox.setUp()))
  const clients = sandboxes.map(
    ({ stripeFetch }) =>
      new Stripe('sk_test_sandbox', {
        httpClient: Stripe.createFetchHttpClient(stripeFetch),
        maxNetworkRetries: 0,
        telemetry: false,
      }),
  )
  const close = async () => {
    for (const { control } of sandboxes) await control.webhooks.settled()
    for (const database of databases) await database.close()
  }
  return { sandboxes, clients, close }
}

test('two processes at once confirm a payment, pay a page and refund a charge once each', async () => {
  const { sandboxes, clients, close } = await openPair()
  const [stripe] = clients
  if (!stripe) throw new Error('no client')
  for (let round = 0; round < 5; round++) {
    const intent = await stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
    })
    const confirmed = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => clients[at % 2]?.paymentIntents.confirm(intent.id)),
    )
    expect(confirmed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)

    await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) =>
        clients[at % 2]?.refunds.create({ payment_intent: intent.id, amount: 4000 }),
      ),
    )
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2)

    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: `${ORIGIN}/done`,
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Seat' } } },
      ],
    })
    const form = { number: '4242424242424242', expiry: '12/40', cvc: '123', email: 'ada@example.com' }
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        sandboxes[at % 2]?.pages(
          new Request(session.url ?? '', { method: 'POST', body: new URLSearchParams(form) }),
        ),
      ),
    )
    const { payment_intent, payment_status } = await stripe.checkout.sessions.retrieve(session.id)
    expect(payment_status).toBe('paid')
    expect((await stripe.charges.list({ payment_intent: String(payment_intent) })).data).toHaveLength(1)
  }
  await close()
})

test('one idempotency key used by two processes makes one object', async () => {
  const { clients, close } = await openPair()
  const order = { amount: 5000, currency: 'usd' }
  const made = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) =>
      clients[at % 2]?.paymentIntents.create(order, { idempotencyKey: 'ord:1' }),
    ),
  )
  expect(made.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect((await clients[0]?.paymentIntents.list())?.data).toHaveLength(1)
  await close()
})
