import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import { giveCredit, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { type Answer } from '#tests/support/test-api.ts'
import { callAsPage, cardFields } from '#tests/support/type-card.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const OK = '4242424242424242'
const DECLINES = '4000000000000002'
const ASKS = '4000000000003220'

let people = 0
async function anOrder() {
  const token = await shop.guest(`wallet${String((people += 1))}@example.com`)
  return { token, order: await shop.order(token, 1) }
}

const firstOf = (answer: Answer): Payment | undefined => PaymentsReply.parse(answer.body).payments[0]
const intentOf = (payment: Payment | undefined) => payment?.reference?.split('_secret_')[0] ?? ''

/** Presses the wallet button; the payment's reference is the client secret. */
async function press(token: string, order: Order, more: Record<string, unknown> = {}): Promise<Payment> {
  const answer = await shop.pay(token, order, { payment_intent: true, ...more })
  expect(answer.status).toBe(201)
  const payment = firstOf(answer)
  expect(payment?.reference).toMatch(/^pi_\w+_secret_\w+$/)
  return payment as Payment
}

/** Does what the provider's script in the page does with the secret. */
const confirm = (payment: Payment, number: string) =>
  callAsPage(shop.sandbox, 'POST', `payment_intents/${intentOf(payment)}/confirm`, {
    client_secret: payment.reference ?? '',
    use_stripe_sdk: 'true',
    'payment_method_data[type]': 'card',
    ...cardFields(number, 'payment_method_data[card]'),
  })

const attempts = (order: Order, state: string) =>
  shop.count('select count(*) from payment_attempts where order_id = $1 and state = $2', order.id, state)
const charges = (order: Order) =>
  shop.count(
    `select count(*) from sandbox.objects where type = 'charge' and data->>'status' = 'succeeded'
      and data->'metadata'->>'order_id' = $1`,
    String(order.id),
  )

describe('the intent', () => {
  test('it charges nothing, asks for the amount due and has our metadata', async () => {
    const { token, order } = await anOrder()
    const intent = await shop.deps.stripe.paymentIntents.retrieve(intentOf(await press(token, order)))
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount: Math.round(order.total * 100),
      metadata: { order_id: String(order.id), attempt: '1', brand_id: '1' },
    })
    expect(await charges(order)).toBe(0)
  })

  test('it is refused for another amount with the right one, and nothing is created', async () => {
    const { token, order } = await anOrder()
    const before = shop.sandbox.control.requests().length
    const answer = await shop.pay(token, order, { amount: 1, payment_intent: true })
    expect(answer).toMatchObject({
      status: 422,
      body: { amount: [`The amount to pay is $${order.total.toFixed(2)}`] },
    })
    expect(shop.sandbox.control.requests().length).toBe(before)
  })

  test('credit beside it leaves the rest for the wallet', async () => {
    const { token, userId } = await openAccount(shop.deps)
    await giveCredit(shop.deps, userId, 50)
    const order = await shop.order(token, 1)
    const answer = await shop.call('POST', '/v1/payments', {
      token,
      body: {
        order_id: order.id,
        apply_user_credit: true,
        stripe_payment: { amount: order.total - 50, payment_intent: {} },
      },
    })
    const payment = firstOf(answer)
    expect(payment?.amount).toBeCloseTo(order.total - 50)
    expect((await confirm(payment as Payment, OK)).body).toMatchObject({ status: 'succeeded' })
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed', amount_due: null })
  })

  test('it saves the wallet’s card for an agreed membership and for nothing else', async () => {
    const { token } = await openAccount(shop.deps)
    const { rows } = await shop.deps.database.query('select id from plans order by id limit 1')
    const member = await shop.order(token, 1, undefined, { membership_plan_id: Number(rows[0]?.['id']) })
    const intent = await shop.deps.stripe.paymentIntents.retrieve(intentOf(await press(token, member)))
    expect(intent).toMatchObject({
      customer: expect.stringMatching(/^cus_/),
      setup_future_usage: 'off_session',
    })
    const { token: other, order } = await anOrder()
    const plain = await shop.deps.stripe.paymentIntents.retrieve(intentOf(await press(other, order)))
    expect(plain).toMatchObject({ customer: null, setup_future_usage: null })
  })

  test('it is not found through another order of the same payer', async () => {
    const { token, order } = await anOrder()
    const payment = await press(token, order)
    const other = await shop.order(token, 1)
    const answer = await shop.pay(token, other, { payment_intent: intentOf(payment) })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('the client secret', () => {
  test('it is stored nowhere, also under an Idempotency-Key, and no other call shows it', async () => {
    const { token, order } = await anOrder()
    const body = { order_id: order.id, stripe_payment: { payment_intent: true } }
    const headers = { 'Idempotency-Key': `wallet ${String(order.id)}` }
    const first = await shop.call('POST', '/v1/payments', { token, body, headers })
    const again = await shop.call('POST', '/v1/payments', { token, body, headers })
    expect(again.headers.get('Idempotent-Replayed')).toBeNull()
    expect(firstOf(again)).toEqual(firstOf(first))
    const kept = 'select count(*) from idempotency_keys where key = $1 and body is not null'
    expect(await shop.count(kept, headers['Idempotency-Key'])).toBe(0)
    const secret = firstOf(first)?.reference ?? 'none'
    const { rows } = await shop.deps.database.query('select * from payment_attempts where order_id = $1', [
      order.id,
    ])
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(await shop.read(token, order))).not.toContain('_secret_')
  })

  test('a repeated request returns the same secret and keeps the first end of the hold', async () => {
    const { token, order } = await anOrder()
    const first = await press(token, order)
    shop.clock.advance(10)
    expect(await press(token, order)).toEqual(first)
    const { held_until: until } = await shop.read(token, order)
    expect(new Date(until ?? 0).getTime() - shop.clock.now().getTime()).toBe(15 * 60_000)
  })

  test('repeated requests do not extend the hold', async () => {
    const { token, order } = await anOrder()
    const answers: number[] = []
    for (let asked = 0; asked < 10; asked += 1) {
      answers.push((await shop.pay(token, order, { payment_intent: true })).status)
    }
    expect(answers).toEqual([...Array<number>(9).fill(201), 429])
  })
})

describe('a wallet payment confirmed in the page', () => {
  test('the page, an event or the sweeper completes the order, whichever looks first', async () => {
    const looked = await anOrder()
    await confirm(await press(looked.token, looked.order), OK)
    expect(await shop.read(looked.token, looked.order)).toMatchObject({
      status: 'completed',
      payment_method: { brand: 'visa', last4: '4242' },
    })
    const told = await anOrder()
    await confirm(await press(told.token, told.order), OK)
    await shop.deliverEvents(2)
    expect(
      await shop.count("select count(*) from orders where id = $1 and status = 'completed'", told.order.id),
    ).toBe(1)
    const swept = await anOrder()
    await confirm(await press(swept.token, swept.order), OK)
    shop.clock.advance(6)
    await shop.runDueNow()
    expect(
      await shop.count("select count(*) from orders where id = $1 and status = 'completed'", swept.order.id),
    ).toBe(1)
    const again = await shop.pay(swept.token, swept.order, { payment_intent: true })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_paid' } })
  })

  test(
    'a decline gives the bank’s sentence, and the same intent takes the ' + 'wallet’s next card',
    async () => {
      const { token, order } = await anOrder()
      const payment = await press(token, order)
      expect((await confirm(payment, DECLINES)).status).toBe(402)
      expect(await shop.read(token, order)).toMatchObject({
        status: 'awaiting_payment',
        last_payment_error: 'Your card was declined.',
      })
      const next = await press(token, order)
      expect(next.reference).toBe(payment.reference)
      await confirm(next, OK)
      // The service asks the provider at most three times a second.
      shop.clock.advance(0.1)
      expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
      expect(await attempts(order, 'succeeded')).toBe(1)
    },
  )

  test('an unanswered bank question is closed by the next press, which begins anew', async () => {
    const { token, order } = await anOrder()
    const asked = await press(token, order)
    expect((await confirm(asked, ASKS)).body).toMatchObject({ status: 'requires_action' })
    const next = await press(token, order)
    expect(next.reference).not.toBe(asked.reference)
    expect(await shop.deps.stripe.paymentIntents.retrieve(intentOf(asked))).toMatchObject({
      status: 'canceled',
    })
    await confirm(next, OK)
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
    expect(await charges(order)).toBe(1)
  })
})

describe('another way to pay', () => {
  test('a typed card uses the wallet’s intent, and the wallet confirms nothing more', async () => {
    const { token, order } = await anOrder()
    const payment = await press(token, order)
    const paid = firstOf(await shop.pay(token, order, { stripe_source: 'pm_card_visa' }))
    expect(paid).toMatchObject({ status: 'succeeded', reference: intentOf(payment) })
    expect((await confirm(payment, OK)).status).toBe(400)
    expect(await charges(order)).toBe(1)
  })

  test('the wallet takes the intent of a declined card', async () => {
    const { token, order } = await anOrder()
    expect((await shop.pay(token, order, { stripe_source: 'pm_card_chargeDeclined' })).status).toBe(422)
    await confirm(await press(token, order), OK)
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
    expect(await attempts(order, 'succeeded')).toBe(1)
  })

  test('a change to the hosted page and back closes the open payment first', async () => {
    const { token, order } = await anOrder()
    const payment = await press(token, order)
    const page = await shop.hosted(token, order)
    expect((await confirm(payment, OK)).status).toBe(400)
    const next = await press(token, order)
    expect((await shop.payPage(page)).status).not.toBe(303)
    await confirm(next, OK)
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
    expect(await attempts(order, 'canceled')).toBe(2)
    expect(await charges(order)).toBe(1)
  })

  test(
    'paid in the wallet, then pressed elsewhere: it is found ' + 'paid, and nothing more is asked for',
    async () => {
      const { token, order } = await anOrder()
      await confirm(await press(token, order), OK)
      const page = await shop.pay(token, order, { hosted: true, return_url: RETURN_URL })
      expect(page.status).toBe(201)
      expect(firstOf(page)).toMatchObject({ status: 'succeeded' })
      expect(await charges(order)).toBe(1)
    },
  )
})

describe('late wallet payments', () => {
  test('a confirmation after the hold but before its closing keeps the seats', async () => {
    const { token, order } = await anOrder()
    const payment = await press(token, order)
    shop.clock.advance(16)
    await confirm(payment, OK)
    await shop.runDueNow()
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
  })

  test('the wallet confirms nothing after the hold was released', async () => {
    const { token, order } = await anOrder()
    const payment = await press(token, order)
    shop.clock.advance(16)
    await shop.runDueNow()
    expect(await attempts(order, 'canceled')).toBe(1)
    expect((await confirm(payment, OK)).status).toBe(400)
    expect(await shop.read(token, order)).toMatchObject({ status: 'expired' })
  })

  /** An order cancelled here while its intent stayed open at the provider and was paid. */
  async function paidTooLate(
    meanwhile: (flight: Awaited<ReturnType<PayingShop['nextFlight']>>) => Promise<unknown>,
  ) {
    const flight = await shop.nextFlight()
    const token = await shop.guest(`late${String((people += 1))}@example.com`)
    const order = await shop.order(token, 4, flight)
    const payment = await press(token, order)
    await shop.deps.database.query("update payment_attempts set state = 'canceled' where order_id = $1", [
      order.id,
    ])
    await shop.deps.database.query('update holds set payment_open = false where order_id = $1', [order.id])
    shop.clock.advance(16)
    await shop.runDueNow()
    await meanwhile(flight)
    await confirm(payment, OK)
    await shop.deliverEvents()
    return { token, order }
  }

  test('a late payment takes its seats again while they are free', async () => {
    const { token, order } = await paidTooLate(() => Promise.resolve())
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
  })

  test('a late payment is refunded when its seats are gone', async () => {
    const { token, order } = await paidTooLate(async (flight) => {
      const others = await shop.guest(`other${String((people += 1))}@example.com`)
      await shop.order(others, 4, flight)
    })
    expect(await shop.read(token, order)).toMatchObject({ status: 'cancelled' })
    const refunded = "select count(*) from refunds where order_id = $1 and state = 'succeeded'"
    expect(await shop.count(refunded, order.id)).toBe(1)
  })
})
