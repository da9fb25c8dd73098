import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { typeCard } from '#tests/support/type-card.ts'
import { openTestSandbox, ORIGIN, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'

let shop: TestSandbox
let customer: string
beforeAll(async () => {
  shop = await openTestSandbox()
  customer = (await shop.stripe.customers.create({ email: 'ada@example.com' })).id
})
afterAll(() => shop.close())

const save = (payment_method: string | undefined, more: Partial<Stripe.SetupIntentCreateParams> = {}) =>
  shop.stripe.setupIntents.create({
    customer,
    ...(payment_method ? { payment_method } : {}),
    confirm: true,
    usage: 'off_session',
    return_url: `${ORIGIN}/back?card=1`,
    allowed_payment_method_types: ['card'],
    ...more,
  })
const pay = (payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  shop.stripe.paymentIntents.create({
    amount: 25_000,
    currency: 'usd',
    customer,
    payment_method,
    confirm: true,
    return_url: `${ORIGIN}/paid`,
    allowed_payment_method_types: ['card'],
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
const answerBank = async ({ next_action }: Stripe.SetupIntent, outcome: string) => {
  const bank = new URL(next_action?.redirect_to_url?.url ?? '').pathname
  const answer = await shop.post(bank, { outcome })
  return new URL(answer.headers.get('location') ?? '', ORIGIN)
}
const savedCards = async (of = customer) =>
  (await shop.stripe.customers.listPaymentMethods(of, { limit: 100 })).data.map(({ id }) => id)
const eventsSince = async (before: number) => {
  await shop.sandbox.control.webhooks.settled()
  return shop.received.slice(before).map(({ body }) => (JSON.parse(body) as { type: string }).type)
}

describe('a saved card', () => {
  test('a card is saved at once with its customer and its events', async () => {
    await shop.sandbox.control.webhooks.settled()
    const before = shop.received.length
    const intent = await save('pm_card_visa', { metadata: { user_id: '7' }, expand: ['payment_method'] })
    expect(intent).toMatchObject({
      status: 'succeeded',
      usage: 'off_session',
      metadata: { user_id: '7' },
      payment_method: { customer, card: { last4: '4242' } },
    })
    expect(await savedCards()).toContain((intent.payment_method as Stripe.PaymentMethod).id)
    expect(await eventsSince(before)).toEqual([
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded',
    ])
    expect((await shop.stripe.charges.list({ customer })).data).toEqual([])
  })

  test('a card typed into a page is saved, and its token names the intent', async () => {
    const token = await typeCard(shop.sandbox, '5555555555554444')
    const intent = await save(undefined, { confirmation_token: token })
    expect(intent.status).toBe('succeeded')
    expect(await shop.stripe.confirmationTokens.retrieve(token)).toMatchObject({
      setup_intent: intent.id,
      payment_intent: null,
    })
    const again = save(undefined, { confirmation_token: token })
    await expect(again).rejects.toMatchObject({ statusCode: 400, param: 'confirmation_token' })
  })

  test('a card is saved in steps: create, set the card, confirm', async () => {
    const made = await shop.stripe.setupIntents.create({ customer })
    expect(made.status).toBe('requires_payment_method')
    expect((await failureOf(shop.stripe.setupIntents.confirm(made.id))).code).toBe(
      'setup_intent_unexpected_state',
    )
    const changed = { payment_method: 'pm_card_amex', metadata: { a: '1' }, description: 'mine' }
    expect(await shop.stripe.setupIntents.update(made.id, changed)).toMatchObject({
      status: 'requires_confirmation',
      metadata: { a: '1' },
      description: 'mine',
    })
    expect((await shop.stripe.setupIntents.confirm(made.id)).status).toBe('succeeded')
    const late = [
      shop.stripe.setupIntents.confirm(made.id),
      shop.stripe.setupIntents.update(made.id, { description: 'x' }),
      shop.stripe.setupIntents.cancel(made.id),
    ].map(failureOf)
    for (const failure of await Promise.all(late)) {
      expect(failure).toMatchObject({
        code: 'setup_intent_unexpected_state',
        setup_intent: { status: 'succeeded' },
      })
    }
  })

  test('many confirmations at once save a card once', async () => {
    const { id } = await shop.stripe.setupIntents.create({ customer, payment_method: 'pm_card_discover' })
    const before = (await savedCards()).length
    const answers = await Promise.allSettled([1, 2, 3].map(() => shop.stripe.setupIntents.confirm(id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await savedCards()).toHaveLength(before + 1)
  })

  test('one number has one fingerprint, and another number has another', async () => {
    const fingerprint = async (source: Promise<Stripe.SetupIntent>) => {
      const { payment_method: method } = await source
      return (await shop.stripe.paymentMethods.retrieve(method as string)).card?.fingerprint
    }
    const byName = await fingerprint(save('pm_card_visa'))
    const typed = { confirmation_token: await typeCard(shop.sandbox, '4242424242424242') }
    expect(await fingerprint(save(undefined, typed))).toBe(byName)
    expect(await fingerprint(save('pm_card_visa_debit'))).not.toBe(byName)
  })
})

describe('a refused card', () => {
  test('a card refused by the bank answers 402, and the intent accepts another card', async () => {
    const error = await failureOf(save('pm_card_visa_chargeDeclinedInsufficientFunds'))
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      setup_intent: { status: 'requires_payment_method', payment_method: null },
    })
    const id = error.setup_intent?.id ?? ''
    const kept = await shop.stripe.setupIntents.retrieve(id)
    expect(kept.last_setup_error).toMatchObject({ type: 'card_error', code: 'card_declined' })
    const other = { payment_method: 'pm_card_mastercard' }
    expect(await shop.stripe.setupIntents.confirm(id, other)).toMatchObject({
      status: 'succeeded',
      last_setup_error: null,
    })
    const { data } = await shop.stripe.events.list({ limit: 100 })
    expect(data.map(({ type }) => type)).toContain('setup_intent.setup_failed')
  })

  test('a card that declines only charges can be saved', async () => {
    const { payment_method: method } = await save('pm_card_chargeCustomerFail')
    expect(await savedCards()).toContain(method)
    expect(await failureOf(pay(String(method)))).toMatchObject({ code: 'card_declined' })
  })

  test('another customer’s, a detached and a used card are refused', async () => {
    const eve = (await shop.stripe.customers.create({ email: 'eve@example.com' })).id
    const { id } = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: eve })
    const wrong = { statusCode: 400, param: 'payment_method' }
    expect(await failureOf(save(id))).toMatchObject(wrong)
    expect(await failureOf(save(id, { confirm: false, return_url: undefined }))).toMatchObject(wrong)
    expect(await failureOf(pay(id, { confirm: false, return_url: undefined }))).toMatchObject(wrong)
    expect(await savedCards()).not.toContain(id)
    await shop.stripe.paymentMethods.detach(id)
    expect((await failureOf(save(id))).message).toContain('may not be used again')
  })

  test('an old kind of token is refused with advice', async () => {
    expect((await failureOf(save('tok_visa'))).message).toContain('create a PaymentMethod')
  })

  test('unknown parameters and parameters of the confirmation are refused', async () => {
    const wrong = { customer, off_session: true } as Stripe.SetupIntentCreateParams
    expect(await failureOf(shop.stripe.setupIntents.create(wrong))).toMatchObject({
      code: 'parameter_unknown',
      param: 'off_session',
    })
    expect(await failureOf(save('pm_card_visa', { confirm: false }))).toMatchObject({ param: 'return_url' })
  })
})

describe('3-D Secure', () => {
  test.each([
    ['complete', 'pm_card_authenticationRequired', 'succeeded', 'succeeded'],
    ['fail', 'pm_card_authenticationRequired', 'failed', 'requires_payment_method'],
    ['complete', 'pm_card_threeDSecureRequiredChargeDeclined', 'failed', 'requires_payment_method'],
  ])('saving %s with 3-D Secure ends as expected: %s', async (outcome, card, redirectStatus, status) => {
    const waiting = await save(card)
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
    const bank = new URL(waiting.next_action?.redirect_to_url?.url ?? '').pathname
    expect(await (await shop.get(bank)).text()).toContain('saving your card')
    const back = await answerBank(waiting, outcome)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      card: '1',
      setup_intent: waiting.id,
      setup_intent_client_secret: waiting.client_secret,
      redirect_status: redirectStatus,
    })
    const after = await shop.stripe.setupIntents.retrieve(waiting.id)
    expect(after.status).toBe(status)
    if (outcome === 'fail') expect(after.last_setup_error?.code).toBe('setup_intent_authentication_failure')
    expect((await shop.get(bank)).status).toBe(410)
  })

  test('a card that asks only until it is saved pays without a challenge afterwards', async () => {
    const attached = await shop.stripe.paymentMethods.attach('pm_card_authenticationRequiredOnSetup', {
      customer,
    })
    expect((await pay(attached.id)).status).toBe('requires_action')
    const waiting = await save(attached.id)
    expect(waiting.status).toBe('requires_action')
    await answerBank(waiting, 'complete')
    expect((await pay(attached.id)).status).toBe('succeeded')
    expect((await pay(attached.id, { off_session: true, return_url: undefined })).status).toBe('succeeded')
    expect((await save(attached.id)).status).toBe('succeeded')
  })

  test('off session a saved card that always needs 3-D Secure is refused', async () => {
    const waiting = await save('pm_card_authenticationRequired')
    await answerBank(waiting, 'complete')
    const [method] = await savedCards()
    expect(await failureOf(pay(String(method), { off_session: true, return_url: undefined }))).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
    })
  })

  test('a typed card’s challenge stays in the page, and closing it saves nothing', async () => {
    const token = await typeCard(shop.sandbox, '4000002760003184')
    const waiting = await save(undefined, { confirmation_token: token })
    expect(waiting.next_action).toEqual({ type: 'use_stripe_sdk', use_stripe_sdk: {} })
    expect((await shop.post(`/sandbox/3ds/${waiting.id}`, { outcome: 'fail' })).headers.get('location')).toBe(
      `/sandbox/3ds/${waiting.id}?answered`,
    )
    const before = await savedCards()
    expect(await shop.stripe.setupIntents.retrieve(waiting.id)).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
    })
    expect(await savedCards()).toEqual(before)
  })

  test('a waiting intent can be cancelled, which ends its challenge', async () => {
    const waiting = await save('pm_card_authenticationRequired')
    const canceled = await shop.stripe.setupIntents.cancel(waiting.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    const bank = new URL(waiting.next_action?.redirect_to_url?.url ?? '').pathname
    expect((await shop.post(bank, { outcome: 'complete' })).status).toBe(410)
  })
})

test('setup intents are listed by customer and card, newest first', async () => {
  const someone = (await shop.stripe.customers.create({})).id
  const first = await save('pm_card_visa', { customer: someone })
  shop.wait(1)
  const second = await save('pm_card_amex', { customer: someone })
  const ids = async (params: Stripe.SetupIntentListParams) =>
    (await shop.stripe.setupIntents.list(params)).data.map(({ id }) => id)
  expect(await ids({ customer: someone })).toEqual([second.id, first.id])
  expect(await ids({ payment_method: first.payment_method as string })).toEqual([first.id])
})

test('a lost answer is repeated under its key', async () => {
  const options = { idempotencyKey: 'card:7:1' }
  const params = { customer, payment_method: 'pm_card_visa', confirm: true, return_url: `${ORIGIN}/back` }
  const before = (await savedCards()).length
  shop.sandbox.control.failNext('lost', 'POST /v1/setup_intents')
  await failureOf(shop.stripe.setupIntents.create(params, options))
  const again = await shop.stripe.setupIntents.create(params, options)
  expect(again.status).toBe('succeeded')
  expect(await savedCards()).toHaveLength(before + 1)
})

test('a deleted customer has no cards', async () => {
  const someone = (await shop.stripe.customers.create({ email: 'gone@example.com' })).id
  const { payment_method: method } = await save('pm_card_visa', { customer: someone })
  await shop.stripe.customers.del(someone)
  expect((await shop.stripe.paymentMethods.retrieve(String(method))).customer).toBeNull()
  expect((await failureOf(pay(String(method)))).message).toContain('may not be used again')
  expect((await shop.stripe.customers.list({ email: 'gone@example.com' })).data).toEqual([])
})
