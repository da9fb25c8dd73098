import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Answer } from '#tests/support/test-api.ts'
import { callAsPage, typeCard } from '#tests/support/type-card.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const OK = '4242424242424242'
const DECLINES = '4000000000000002'
const ASKS = '4000002760003184'
const ASKS_THEN_DECLINES = '4000008400001629'

let people = 0
async function anOrder() {
  const token = await shop.guest(`page${String((people += 1))}@example.com`)
  return { token, order: await shop.order(token, 1) }
}
const type = (number: string) => typeCard(shop.sandbox, number)
const payWith = (token: string, order: Order, source: string) =>
  shop.pay(token, order, { stripe_source: source })
const firstOf = (answer: Answer): Payment | undefined => PaymentsReply.parse(answer.body).payments[0]
const charges = (order: Order) =>
  shop.count(
    `select count(*) from sandbox.objects where type = 'charge' and data->>'status' = 'succeeded'
      and data->'metadata'->>'order_id' = $1`,
    String(order.id),
  )
const asked = () =>
  shop.sandbox.control
    .requests()
    .map(({ method, path, idempotencyKey }) => ({ method, path, idempotencyKey }))

/** Answers the bank's question inside the page. */
async function answerBank(payment: Payment | undefined, outcome: 'complete' | 'fail') {
  const id = payment?.client_secret?.split('_secret_')[0] ?? ''
  const body = new URLSearchParams({ outcome })
  const answer = await shop.sandbox.pages(
    new Request(`http://shop.test/sandbox/3ds/${id}`, { method: 'POST', body }),
  )
  expect(answer?.headers.get('location')).toBe(`/sandbox/3ds/${id}?answered`)
}

test('a card typed into the page is charged at once without a further step', async () => {
  const { token, order } = await anOrder()
  const answer = await payWith(token, order, await type(OK))
  expect(answer.status).toBe(201)
  expect(firstOf(answer)).toMatchObject({
    status: 'succeeded',
    requires_action: false,
    client_secret: null,
    redirect_url: null,
  })
  expect(await shop.read(token, order)).toMatchObject({
    status: 'completed',
    payment_method: { brand: 'visa', last4: '4242' },
  })
  expect(await charges(order)).toBe(1)
})

test(
  'declined: the bank’s sentence; the next token goes onto the ' + 'same intent under the next key',
  async () => {
    const { token, order } = await anOrder()
    const declined = await payWith(token, order, await type(DECLINES))
    expect(declined).toMatchObject({ status: 422, body: { credit_card: ['Your card was declined.'] } })
    const again = await payWith(token, order, await type('4000000000009995'))
    expect(again).toMatchObject({ status: 422, body: { credit_card: ['Your card has insufficient funds.'] } })
    expect(firstOf(await payWith(token, order, await type(OK)))?.status).toBe('succeeded')
    const keys = asked().filter(
      ({ method, idempotencyKey }) =>
        method === 'POST' && idempotencyKey?.startsWith(`ord:${String(order.id)}:`),
    )
    expect(keys.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      ['create', 'confirm1', 'confirm2'].map((step) => `ord:${String(order.id)}:a1:${step}`),
    )
    expect(await charges(order)).toBe(1)
  },
)

describe('3-D Secure', () => {
  test('the payer gets the client secret in the page, then the order shows the result', async () => {
    const { token, order } = await anOrder()
    const source = await type(ASKS)
    const payment = firstOf(await payWith(token, order, source))
    expect(payment).toMatchObject({ status: 'requires_action', requires_action: true, redirect_url: null })
    expect(payment?.client_secret).toMatch(/^pi_\w+_secret_\w+$/)
    // A double click gets the same question.
    expect(firstOf(await payWith(token, order, source))).toEqual(payment)
    expect(await shop.read(token, order)).toMatchObject({ status: 'awaiting_payment' })
    shop.clock.advance(0.01)
    await answerBank(payment, 'complete')
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
    expect(await charges(order)).toBe(1)
  })

  test.each([
    ['failed', ASKS, 'fail', /^We are unable to authenticate your payment method/],
    ['passed, then declined', ASKS_THEN_DECLINES, 'complete', /^Your card was declined/],
  ] as const)('%s: the order says so and takes another card', async (_name, number, outcome, message) => {
    const { token, order } = await anOrder()
    await answerBank(firstOf(await payWith(token, order, await type(number))), outcome)
    const waiting = await shop.read(token, order)
    expect(waiting.status).toBe('awaiting_payment')
    expect(waiting.last_payment_error).toMatch(message)
    expect(firstOf(await payWith(token, order, await type(OK)))?.status).toBe('succeeded')
    const read = await shop.read(token, order)
    expect(read).toMatchObject({ status: 'completed', last_payment_error: null })
    expect(await charges(order)).toBe(1)
  })

  test('a closed question lets the same intent take the next card', async () => {
    const { token, order } = await anOrder()
    const payment = firstOf(await payWith(token, order, await type(ASKS)))
    const secret = payment?.client_secret ?? ''
    const path = `payment_intents/${secret.split('_secret_')[0] ?? ''}/source_cancel`
    expect((await callAsPage(shop.sandbox, 'POST', path, { client_secret: secret })).status).toBe(200)
    const paid = firstOf(await payWith(token, order, await type(OK)))
    expect(paid).toMatchObject({ status: 'succeeded', reference: payment?.reference })
  })

  test('a saved payment method still redirects to an address', async () => {
    const { token, order } = await anOrder()
    const payment = firstOf(await payWith(token, order, 'pm_card_threeDSecure2Required'))
    expect(payment).toMatchObject({ status: 'requires_action', client_secret: null })
    expect(payment?.redirect_url).toContain('/sandbox/3ds/')
  })

  test('the client secret is stored nowhere', async () => {
    const { token, order } = await anOrder()
    const secret = firstOf(await payWith(token, order, await type(ASKS)))?.client_secret ?? 'none'
    for (const table of ['payment_attempts', 'idempotency_keys', 'orders', 'webhook_inbox', 'mails']) {
      const found = await shop.count(`select count(*) from ${table} t where t::text like $1`, `%${secret}%`)
      expect(found, table).toBe(0)
    }
  })
})

test('the sandbox stores no card number', async () => {
  const { token, order } = await anOrder()
  await payWith(token, order, await type('4000056655665556'))
  const kept = 'select count(*) from sandbox.objects where data::text like $1 or hidden::text like $1'
  expect(await shop.count(kept, '%4000056655665556%')).toBe(0)
  expect(await shop.count(kept, '%5556%')).toBeGreaterThan(0)
})

describe('a token is good for one payment', () => {
  const SENTENCE = 'Please enter your card again.'
  const refused = { status: 422, body: { credit_card: [SENTENCE] } }

  test('a token used for another order charges nothing, and a new one pays', async () => {
    const first = await anOrder()
    const used = await type(OK)
    await payWith(first.token, first.order, used)
    const { token, order } = await anOrder()
    expect(await payWith(token, order, used)).toMatchObject(refused)
    expect(await charges(order)).toBe(0)
    expect(firstOf(await payWith(token, order, await type(OK)))?.status).toBe('succeeded')
  })

  test('an unknown token and a token of another account are refused', async () => {
    const { token, order } = await anOrder()
    expect(await payWith(token, order, 'ctoken_1OtherAccount')).toMatchObject(refused)
    expect(await charges(order)).toBe(0)
  })

  test('a token expires after twelve hours', async () => {
    const old = await type(OK)
    shop.clock.advance(12 * 60)
    const { token, order } = await anOrder()
    expect(await payWith(token, order, old)).toMatchObject(refused)
    expect(await charges(order)).toBe(0)
  })

  test('an unknown token is refused on an intent that had a declined card before', async () => {
    const { token, order } = await anOrder()
    await payWith(token, order, await type(DECLINES))
    expect(await payWith(token, order, 'ctoken_1OtherAccount')).toMatchObject(refused)
    expect(firstOf(await payWith(token, order, await type(OK)))?.status).toBe('succeeded')
  })
})

describe('the same token again after the answer was lost', () => {
  test.each([
    ['on the way to us', 'POST /v1/payment_intents', 'lost'],
    ['as an error', 'POST /v1/payment_intents', 'after'],
  ] as const)('%s: one charge', async (_name, call, how) => {
    const { token, order } = await anOrder()
    const source = await type(OK)
    shop.sandbox.control.failNext(how, call)
    expect((await payWith(token, order, source)).status).toBe(503)
    expect(firstOf(await payWith(token, order, source))?.status).toBe('succeeded')
    expect(await charges(order)).toBe(1)
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
  })

  test('another card instead charges one of the two', async () => {
    const { token, order } = await anOrder()
    shop.sandbox.control.failNext('lost', 'POST /v1/payment_intents')
    expect((await payWith(token, order, await type(OK))).status).toBe(503)
    const other = await payWith(token, order, await type(OK))
    expect(other).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(await charges(order)).toBe(1)
  })

  test('a declined token gives the bank’s sentence again, not that it was used', async () => {
    const { token, order } = await anOrder()
    const source = await type(DECLINES)
    const said = { status: 422, body: { credit_card: ['Your card was declined.'] } }
    shop.sandbox.control.failNext('lost', 'POST /v1/payment_intents')
    expect((await payWith(token, order, source)).status).toBe(503)
    expect(await payWith(token, order, source)).toMatchObject(said)
    expect(await payWith(token, order, source)).toMatchObject(said)
    expect(firstOf(await payWith(token, order, await type(OK)))?.status).toBe('succeeded')
  })

  test('the second card of an intent is charged once', async () => {
    const { token, order } = await anOrder()
    await payWith(token, order, await type(DECLINES))
    const { id } = await intentOf(order)
    for (const [number, status] of [
      [DECLINES, 422],
      [OK, 201],
    ] as const) {
      const source = await type(number)
      shop.sandbox.control.failNext('lost', `POST /v1/payment_intents/${id}/confirm`)
      expect((await payWith(token, order, source)).status).toBe(503)
      const again = await payWith(token, order, source)
      expect(again.status).toBe(status)
      if (status === 422) expect(again.body).toEqual({ credit_card: ['Your card was declined.'] })
    }
    expect(await charges(order)).toBe(1)
  })
})

async function intentOf(order: Order) {
  const { rows } = await shop.deps.database.query(
    'select reference from payment_attempts where order_id = $1 order by id desc limit 1',
    [order.id],
  )
  return { id: String(rows[0]?.['reference']) }
}
