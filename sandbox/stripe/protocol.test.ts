import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTestSandbox,
  ORIGIN,
  SECRET,
  type TestSandbox,
} from '#tests/sandbox-contract/open-test-sandbox.ts'

let shop: TestSandbox
beforeAll(async () => {
  shop = await openTestSandbox()
})
afterAll(() => shop.close())

const order = { amount: 5000, currency: 'usd' }
/** One request without the client, to see the bytes. */
function send(method: string, path: string, form?: string, headers: Record<string, string> = {}) {
  return shop.sandbox.stripeFetch(`https://api.stripe.com${path}`, {
    method,
    body: form,
    headers: { authorization: 'Bearer sk_test_sandbox', ...headers },
  })
}

describe('parameters', () => {
  test.each([
    [
      'amount=5000&currency=usd&nonsense=1',
      'parameter_unknown',
      'nonsense',
      'Received unknown parameter: nonsense',
    ],
    [
      'amount=5000&currency=usd&payment_method_options[card][x]=1',
      'parameter_unknown',
      'payment_method_options[card][x]',
      /./,
    ],
    ['amount=5000', 'parameter_missing', 'currency', 'Missing required param: currency.'],
    ['amount=abc&currency=usd', 'parameter_invalid_integer', 'amount', 'Invalid integer: abc'],
    ['amount=49&currency=usd', 'amount_too_small', 'amount', 'Amount must be at least $0.50 usd'],
    [
      'amount=5000&currency=usd&payment_method_types[]=card',
      'payment_method_types_no_longer_supported',
      'payment_method_types',
      /allowed_payment_method_types/,
    ],
    ['amount=5000&currency=usd&customer=cus_x', 'resource_missing', 'customer', "No such customer: 'cus_x'"],
    [
      'amount=5000&currency=usd&payment_method=tok_visa',
      undefined,
      'payment_method',
      /A token may not be passed in/,
    ],
  ])('the request %s is refused', async (form, code, param, message) => {
    const answer = await send('POST', '/v1/payment_intents', form)
    const { error } = (await answer.json()) as { error: { code?: string; param: string; message: string } }
    expect([answer.status, error.code, error.param]).toEqual([400, code, param])
    expect(error.message).toMatch(message)
  })

  test('an unknown id on a path and an unknown path answer 404', async () => {
    expect((await send('GET', '/v1/payment_intents/pi_x')).status).toBe(404)
    expect((await send('GET', '/v1/nowhere')).status).toBe(404)
    expect((await send('GET', '/v1/payment_intents/%E0')).status).toBe(404)
    await expect(shop.stripe.refunds.list({ limit: 5, expand: ['data.nothing'] })).resolves.toMatchObject({
      data: [],
    })
    const { id } = await shop.stripe.paymentIntents.create(order)
    await expect(shop.stripe.paymentIntents.retrieve(id, { expand: ['nothing'] })).rejects.toThrow(
      'cannot be expanded',
    )
  })

  test.each([
    ['none', undefined, 401],
    ['a live one', 'Bearer sk_live_x', 401],
  ])('a request with a wrong API key is refused: %s', async (_name, authorization, status) => {
    const answer = await shop.sandbox.stripeFetch('https://api.stripe.com/v1/events', {
      headers: authorization ? { authorization } : {},
    })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('request-id')).toMatch(/^req_/)
  })

  test('another version of the API is refused', async () => {
    expect((await send('GET', '/v1/events', undefined, { 'stripe-version': '2020-08-27' })).status).toBe(400)
  })
})

describe('idempotency', () => {
  const declined = 'amount=5000&currency=usd&confirm=true&payment_method=pm_card_chargeDeclined'

  test.each([
    ['a success', 'amount=5000&currency=usd', 200],
    ['a decline', declined, 402],
  ])('a repeated request gets the same bytes as the first one: %s', async (name, form, status) => {
    const headers = { 'idempotency-key': name }
    const first = await send('POST', '/v1/payment_intents', form, headers)
    const before = (await shop.stripe.paymentIntents.list({ limit: 100 })).data.length
    const again = await send('POST', '/v1/payment_intents', form, headers)
    expect([first.status, again.status]).toEqual([status, status])
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ])
    expect(await again.text()).toBe(await first.text())
    expect((await shop.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before)
  })

  test('other parameters under the same key are refused', async () => {
    await shop.stripe.paymentIntents.create(order, { idempotencyKey: 'ord:1' })
    const other = shop.stripe.paymentIntents.create({ ...order, amount: 6000 }, { idempotencyKey: 'ord:1' })
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  test('a request refused before execution leaves the key free', async () => {
    const headers = { 'idempotency-key': 'free' }
    expect((await send('POST', '/v1/payment_intents', 'amount=5000', headers)).status).toBe(400)
    expect((await send('POST', '/v1/payment_intents', 'amount=5000&currency=usd', headers)).status).toBe(200)
  })

  test('several requests at once under one key make one object', async () => {
    const before = (await shop.stripe.paymentIntents.list({ limit: 100 })).data.length
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        send('POST', '/v1/payment_intents', 'amount=5000&currency=usd', { 'idempotency-key': 'race' }),
      ),
    )
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await shop.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before + 1)
  })

  test('a key expires after a day', async () => {
    const first = await shop.stripe.paymentIntents.create(order, { idempotencyKey: 'old' })
    shop.wait(86_401)
    const second = await shop.stripe.paymentIntents.create(
      { ...order, amount: 700 },
      { idempotencyKey: 'old' },
    )
    expect(second.id).not.toBe(first.id)
  })
})

describe('failures on request', () => {
  const create = () => shop.stripe.paymentIntents.create(order, { idempotencyKey: 'failing' })
  const count = async () => (await shop.stripe.paymentIntents.list({ limit: 100 })).data.length

  test.each([
    ['before', Stripe.errors.StripeAPIError],
    ['conflict', Stripe.errors.StripeAPIError],
    ['busy', Stripe.errors.StripeRateLimitError],
  ] as const)('the failure “%s” executes nothing', async (how, kind) => {
    const before = await count()
    shop.sandbox.control.failNext(how, 'POST /v1/payment_intents')
    await expect(create()).rejects.toBeInstanceOf(kind)
    expect(await count()).toBe(before)
  })

  test.each(['after', 'lost'] as const)(
    'the failure “%s” executes the request, and a retry under the same key returns its answer',
    async (how) => {
      const key = { idempotencyKey: `failing ${how}` }
      const before = await count()
      shop.sandbox.control.failNext(how, 'POST /v1/payment_intents')
      await expect(shop.stripe.paymentIntents.create(order, key)).rejects.toThrow()
      const { id } = await shop.stripe.paymentIntents.create(order, key)
      expect(await count()).toBe(before + 1)
      expect((await shop.stripe.paymentIntents.list({ limit: 1 })).data[0]?.id).toBe(id)
    },
  )

  test('requests are recorded', () => {
    const last = shop.sandbox.control.requests().findLast(({ method }) => method === 'POST')
    expect(last).toMatchObject({ path: '/v1/payment_intents', idempotencyKey: 'failing lost', status: 200 })
  })
})

describe('events', () => {
  const typeOf = ({ body }: { body: string }) => (JSON.parse(body) as { type: string }).type

  test('events can be held back, reordered, repeated, left out and sent again', async () => {
    const { webhooks } = shop.sandbox.control
    await webhooks.settled()
    webhooks.hold()
    await shop.stripe.paymentIntents.create({ ...order, confirm: true, payment_method: 'pm_card_visa' })
    const from = shop.received.length
    const types = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']
    expect(webhooks.held().map(({ type }) => type)).toEqual(types)
    await webhooks.release((events) => [...events.slice(1).reverse(), ...events.slice(1, 2)])
    expect(shop.received.slice(from).map(typeOf)).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'charge.succeeded',
    ])
    const [event] = (await shop.stripe.events.list({ type: 'payment_intent.created', limit: 1 })).data
    expect(event).toMatchObject({ api_version: Stripe.API_VERSION, pending_webhooks: 1 })
    await shop.sandbox.tick()
    expect(shop.received.slice(from + 3).map(typeOf)).toEqual(['payment_intent.created'])
    await webhooks.redeliver(event?.id ?? '')
    expect(shop.received).toHaveLength(from + 5)
    expect((await shop.stripe.events.retrieve(event?.id ?? '')).pending_webhooks).toBe(0)
  })

  test('events are listed by one type or by several', async () => {
    await shop.stripe.paymentIntents.create({ ...order, confirm: true, payment_method: 'pm_card_visa' })
    const { data } = await shop.stripe.events.list({
      types: ['charge.succeeded', 'payment_intent.created'],
      limit: 2,
    })
    expect(data.map(({ type }) => type)).toEqual(['charge.succeeded', 'payment_intent.created'])
  })

  test('events carry a signature that the client accepts for their body only', async () => {
    const { body, signature } = shop.received.at(-1) ?? { body: '', signature: '' }
    const verify = (text: string, secret: string) =>
      shop.stripe.webhooks.constructEventAsync(text, signature, secret, 10 ** 9)
    expect((await verify(body, SECRET)).object).toBe('event')
    await expect(verify(body, 'whsec_other')).rejects.toThrow(/signature/)
    await expect(verify(body.replace('evt_', 'evt_x'), SECRET)).rejects.toThrow(/signature/)
  })
})

test('a customer can be changed and deleted', async () => {
  const made = await shop.stripe.customers.create({
    email: 'ada@example.com',
    name: 'Ada',
    metadata: { a: '1', b: '2' },
  })
  const changed = await shop.stripe.customers.update(made.id, { name: '', metadata: { a: '', c: '3' } })
  expect(changed).toMatchObject({ email: 'ada@example.com', name: null, metadata: { b: '2', c: '3' } })
  expect((await shop.stripe.customers.list({ email: 'ada@example.com' })).data).toHaveLength(1)
  await shop.stripe.customers.del(made.id)
  expect(await shop.stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true })
  expect((await shop.stripe.customers.list({ email: 'ada@example.com' })).data).toHaveLength(0)
  await expect(
    shop.stripe.checkout.sessions.create({
      mode: 'payment',
      customer: made.id,
      success_url: ORIGIN,
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'x' } } },
      ],
    }),
  ).rejects.toMatchObject({ code: 'resource_missing' })
})
