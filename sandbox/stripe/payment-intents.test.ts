import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSandbox, ORIGIN, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'

let shop: TestSandbox
let customer: string
beforeAll(async () => {
  shop = await openTestSandbox()
  customer = (await shop.stripe.customers.create({ email: 'ada@example.com', metadata: { user_id: '7' } })).id
})
afterAll(() => shop.close())

const savedCard = async (card: string) => (await shop.stripe.paymentMethods.attach(card, { customer })).id
const pay = (payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  shop.stripe.paymentIntents.create({
    amount: 25_000,
    currency: 'usd',
    customer,
    payment_method,
    confirm: true,
    return_url: `${ORIGIN}/back?order=12`,
    allowed_payment_method_types: ['card'],
    metadata: { order_id: '12' },
    ...more,
  })
const failureOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('The provider did not refuse')
}

describe('a saved card', () => {
  test('a saved card pays at once', async () => {
    const intent = await pay(await savedCard('pm_card_visa'), { expand: ['latest_charge', 'customer'] })
    expect(intent).toMatchObject({
      status: 'succeeded',
      customer: { id: customer },
      latest_charge: { status: 'succeeded', amount_captured: 25_000 },
    })
    const { data } = await shop.stripe.customers.listPaymentMethods(customer, { type: 'card' })
    expect(data.map(({ card }) => card?.last4)).toEqual(['4242'])
  })

  test.each([
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['pm_card_radarBlock', 'card_declined', 'fraudulent', 'Your card was declined.'],
  ])(
    'the card %s is declined, and the payment accepts another card',
    async (card, code, declineCode, message) => {
      const error = await failureOf(pay(card))
      expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
      expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode, message })
      const id = error.payment_intent?.id ?? ''
      expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method', payment_method: null })
      expect(await shop.stripe.paymentIntents.retrieve(id)).toMatchObject({
        last_payment_error: { code, charge: error.charge },
      })
      expect(
        await shop.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' }),
      ).toMatchObject({ status: 'succeeded', last_payment_error: null })
    },
  )

  test.each([
    ['complete', 'pm_card_authenticationRequired', 'succeeded', 'succeeded'],
    ['fail', 'pm_card_authenticationRequired', 'failed', 'requires_payment_method'],
    ['complete', 'pm_card_threeDSecureRequiredChargeDeclined', 'failed', 'requires_payment_method'],
  ])(
    '3-D Secure with a saved card ends as expected: %s with %s',
    async (outcome, card, redirectStatus, status) => {
      const waiting = await pay(await savedCard(card))
      expect(waiting.status).toBe('requires_action')
      const bank = waiting.next_action?.redirect_to_url?.url ?? ''
      const back = new URL(
        (await shop.post(new URL(bank).pathname, { outcome })).headers.get('location') ?? '',
      )
      expect(Object.fromEntries(back.searchParams)).toEqual({
        order: '12',
        payment_intent: waiting.id,
        payment_intent_client_secret: waiting.client_secret,
        redirect_status: redirectStatus,
      })
      expect((await shop.stripe.paymentIntents.retrieve(waiting.id)).status).toBe(status)
      expect((await shop.get(new URL(bank).pathname)).status).toBe(410)
    },
  )

  test('off session a card that needs 3-D Secure is refused, and one that was set up is not', async () => {
    const card = await savedCard('pm_card_authenticationRequired')
    expect(await failureOf(pay(card, { off_session: true, return_url: undefined }))).toMatchObject({
      code: 'authentication_required',
    })
    const other = await savedCard('pm_card_authenticationRequiredSetupForOffSession')
    expect(await pay(other, { off_session: true, return_url: undefined })).toMatchObject({
      status: 'succeeded',
    })
    expect(await pay(other)).toMatchObject({ status: 'requires_action' })
  })

  test('another customer’s card and a detached one are refused', async () => {
    const card = await savedCard('pm_card_amex')
    const stranger = await shop.stripe.customers.create({ email: 'eve@example.com' })
    expect(await failureOf(pay(card, { customer: stranger.id }))).toMatchObject({
      statusCode: 400,
      param: 'payment_method',
    })
    await shop.stripe.paymentMethods.detach(card)
    expect((await failureOf(pay(card))).message).toContain('may not be used again')
    expect((await failureOf(shop.stripe.paymentMethods.attach(card, { customer }))).message).toContain(
      'may not be used again',
    )
  })

  test('a card without a customer pays once, and a payment saves it on request', async () => {
    const token = await shop.stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    await pay(token.id, { customer: undefined })
    expect((await failureOf(pay(token.id, { customer: undefined }))).message).toContain(
      'may not be used again',
    )
    const kept = await shop.stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    await pay(kept.id, { setup_future_usage: 'off_session' })
    expect((await shop.stripe.paymentMethods.retrieve(kept.id)).customer).toBe(customer)
  })
})

describe('states', () => {
  test('an open payment can be changed and cancelled, and a finished one cannot', async () => {
    const intent = await shop.stripe.paymentIntents.create({ amount: 900, currency: 'usd' })
    expect(intent.status).toBe('requires_payment_method')
    expect((await failureOf(shop.stripe.paymentIntents.confirm(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    )
    await shop.stripe.paymentIntents.update(intent.id, {
      amount: 1000,
      metadata: { a: '1' },
      payment_method: 'pm_card_visa',
    })
    const canceled = await shop.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({
      status: 'canceled',
      amount: 1000,
      metadata: { a: '1' },
      cancellation_reason: 'abandoned',
    })
    const late = [
      shop.stripe.paymentIntents.cancel(intent.id),
      shop.stripe.paymentIntents.confirm(intent.id),
      shop.stripe.paymentIntents.update(intent.id, { amount: 1100 }),
    ].map(failureOf)
    for (const failure of await Promise.all(late)) {
      expect(failure).toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'canceled' },
      })
    }
  })

  test('manual capture charges all or a part of the money later', async () => {
    const held = await pay('pm_card_visa', { capture_method: 'manual' })
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 25_000, amount_received: 0 })
    expect(await shop.stripe.paymentIntents.capture(held.id, { amount_to_capture: 20_000 })).toMatchObject({
      status: 'succeeded',
      amount_received: 20_000,
    })
  })

  test('many confirmations at once make one charge', async () => {
    const { id } = await shop.stripe.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      payment_method: 'pm_card_visa',
    })
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => shop.stripe.paymentIntents.confirm(id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await shop.stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  test('payments are listed by customer and time, in pages', async () => {
    const someone = await shop.stripe.customers.create({})
    const made: string[] = []
    for (let count = 0; count < 5; count++) {
      made.unshift((await pay('pm_card_visa', { customer: someone.id })).id)
      shop.wait(10)
    }
    const first = await shop.stripe.paymentIntents.list({ customer: someone.id, limit: 2 })
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true])
    const all: string[] = []
    for await (const { id } of shop.stripe.paymentIntents.list({ customer: someone.id, limit: 2 }))
      all.push(id)
    expect(all).toEqual(made)
    const since = first.data[1]?.created ?? 0
    const recent = await shop.stripe.paymentIntents.list({ customer: someone.id, created: { gte: since } })
    expect(recent.data).toHaveLength(2)
  })
})
