import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAsPage, cardFields, typeCard } from '#tests/support/type-card.ts'
import { openTestSandbox, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'
import { operations } from './operations.ts'

let shop: TestSandbox
beforeAll(async () => {
  shop = await openTestSandbox('http://shop.test')
})
afterAll(() => shop.close())

const order = { amount: 25_000, currency: 'usd', metadata: { order_id: '12' } }
const ask = (method: 'GET' | 'POST', path: string, fields?: Record<string, string>, key?: string) =>
  callAsPage(shop.sandbox, method, path, fields, key)
const errorOf = ({ body }: { body: Record<string, unknown> }) => body['error'] as Record<string, unknown>
const typed = (number: string) => ({
  'payment_method_data[type]': 'card',
  ...cardFields(number, 'payment_method_data[card]'),
})

describe('the permissions of the publishable key', () => {
  const secretOnly = operations.filter(
    ({ method, path }) =>
      !/confirm$|^\/v1\/payment_methods$/.test(path) &&
      !(method === 'GET' && /^\/v1\/(payment|setup)_intents\/\{id\}$/.test(path)),
  )

  test.each(secretOnly.map(({ method, path }) => [method, path]))(
    '%s %s needs the secret key',
    async (method, path) => {
      const called = path.slice('/v1/'.length).replaceAll('{id}', 'x_1')
      const request = new Request(`http://shop.test/sandbox/stripe/v1/${called}`, {
        method: String(method),
        headers: { authorization: 'Bearer pk_test_sandbox' },
      })
      const response = await shop.sandbox.pages(request)
      expect(response?.status).toBe(403)
      expect(await response?.json()).toMatchObject({ error: { code: 'secret_key_required' } })
    },
  )

  test('listing payment methods needs the secret key', async () => {
    expect((await ask('GET', 'payment_methods')).status).toBe(403)
  })

  test.each([['sk_test_sandbox'], ['pk_live_1'], ['nonsense']])('the key %s is refused', async (key) => {
    expect((await ask('POST', 'confirmation_tokens', typed('4242424242424242'), key)).status).toBe(401)
  })

  test('the publishable key opens only the calls of a page', async () => {
    const answer = await shop.sandbox.stripeFetch('https://api.stripe.com/v1/events', {
      headers: { authorization: 'Bearer pk_test_sandbox' },
    })
    expect(answer.status).toBe(401)
  })

  test('an intent is shown, confirmed and cancelled with its client secret only', async () => {
    const { id, client_secret: secret } = await shop.stripe.paymentIntents.create(order)
    const other = await shop.stripe.paymentIntents.create(order)
    const path = `payment_intents/${id}`
    const wrong: Record<string, string>[] = [
      {},
      { client_secret: '' },
      { client_secret: other.client_secret ?? '' },
    ]
    for (const given of wrong) {
      const card = { ...given, payment_method: 'pm_card_visa' }
      expect((await ask('GET', path, given)).status).toBeGreaterThanOrEqual(400)
      expect((await ask('POST', `${path}/confirm`, card)).status).toBeGreaterThanOrEqual(400)
      expect((await ask('POST', `${path}/source_cancel`, given)).status).toBeGreaterThanOrEqual(400)
    }
    expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
    const shown = await ask('GET', path, { client_secret: secret ?? '' })
    expect(shown).toMatchObject({ status: 200, body: { id, status: 'requires_payment_method' } })
    expect(shown.body).not.toHaveProperty('metadata')
    expect(shown.body).not.toHaveProperty('customer')
  })
})

describe('a card typed into a page', () => {
  test.each([
    ['4242424242424241', 'incorrect_number'],
    ['4111111111111111', 'card_declined'],
  ])('the card number %s is refused with the code %s', async (number, code) => {
    const answer = await ask('POST', 'confirmation_tokens', typed(number))
    expect(answer.status).toBe(402)
    expect(errorOf(answer)).toMatchObject({ type: 'card_error', code })
  })

  test.each([
    ['exp_month', '13', 'invalid_expiry_month'],
    ['exp_year', '2025', 'invalid_expiry_year'],
    ['exp_year', '25', 'invalid_expiry_year'],
    ['cvc', '12', 'invalid_cvc'],
  ])('a card whose %s is %s is refused', async (name, value, code) => {
    const fields = { ...typed('4242424242424242'), [`payment_method_data[card][${name}]`]: value }
    expect(errorOf(await ask('POST', 'confirmation_tokens', fields))).toMatchObject({ code })
  })

  test('a typed card becomes a payment method, or a token for one', async () => {
    const method = await ask('POST', 'payment_methods', {
      type: 'card',
      ...cardFields('5555555555554444', 'card'),
    })
    expect(method.body).toMatchObject({
      object: 'payment_method',
      card: { brand: 'mastercard', exp_year: 2030 },
    })
    const { body } = await ask('POST', 'tokens', cardFields('378282246310005', 'card'))
    const token = String(body['id'])
    const made = await shop.stripe.paymentMethods.create({ type: 'card', card: { token } })
    expect(made.card).toMatchObject({ brand: 'amex', last4: '0005' })
    await expect(shop.stripe.paymentMethods.create({ type: 'card', card: { token } })).rejects.toThrow(
      'more than once',
    )
  })

  test('the number of a typed card is stored nowhere', async () => {
    await typeCard(shop.sandbox, '4000056655665556')
    await ask('POST', 'tokens', cardFields('4000056655665556', 'card'))
    expect(JSON.stringify(shop.sandbox.control.requests())).not.toContain('4000056655665556')
    const kept = await shop.stripe.events.list({ limit: 100 })
    expect(JSON.stringify(kept.data)).not.toContain('4000056655665556')
  })

  test('a typed card pays the page’s own intent', async () => {
    const { id, client_secret: secret } = await shop.stripe.paymentIntents.create(order)
    const path = `payment_intents/${id}/confirm`
    const declined = await ask('POST', path, { client_secret: secret ?? '', ...typed('4000000000000002') })
    expect(declined.status).toBe(402)
    expect(errorOf(declined)).toMatchObject({ code: 'card_declined', payment_intent: { id } })
    expect(errorOf(declined)['payment_intent']).not.toHaveProperty('metadata')
    const paid = await ask('POST', path, { client_secret: secret ?? '', ...typed('4242424242424242') })
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  })
})
