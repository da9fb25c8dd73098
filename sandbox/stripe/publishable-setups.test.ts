import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAsPage, cardFields } from '#tests/support/type-card.ts'
import { openTestSandbox, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'

let shop: TestSandbox
let customer: string
beforeAll(async () => {
  shop = await openTestSandbox('http://shop.test')
  customer = (await shop.stripe.customers.create({ email: 'ada@example.com' })).id
})
afterAll(() => shop.close())

const ask = (method: 'GET' | 'POST', path: string, fields?: Record<string, string>) =>
  callAsPage(shop.sandbox, method, path, fields)
const typed = (number: string) => ({
  'payment_method_data[type]': 'card',
  ...cardFields(number, 'payment_method_data[card]'),
})
const open = async () => {
  const { id, client_secret: secret } = await shop.stripe.setupIntents.create({
    customer,
    metadata: { user_id: '7' },
  })
  return { id, secret: secret ?? '', path: `setup_intents/${id}` }
}

test('a setup intent is shown, confirmed and cancelled with its client secret only', async () => {
  const { id, secret, path } = await open()
  const other = await open()
  const wrong: Record<string, string>[] = [{}, { client_secret: '' }, { client_secret: other.secret }]
  for (const given of wrong) {
    expect((await ask('GET', path, given)).status).toBeGreaterThanOrEqual(400)
    const confirmed = await ask('POST', `${path}/confirm`, { ...given, ...typed('4242424242424242') })
    expect(confirmed.status).toBeGreaterThanOrEqual(400)
    expect((await ask('POST', `${path}/source_cancel`, given)).status).toBeGreaterThanOrEqual(400)
  }
  expect((await shop.stripe.setupIntents.retrieve(id)).status).toBe('requires_payment_method')
  const shown = await ask('GET', path, { client_secret: secret })
  expect(shown).toMatchObject({ status: 200, body: { id, status: 'requires_payment_method' } })
  expect(shown.body).not.toHaveProperty('metadata')
  expect(shown.body).not.toHaveProperty('customer')
})

test('another card may follow a declined one, and no answer says more than the page may know', async () => {
  const { id, secret, path } = await open()
  const confirm = (number: string) =>
    ask('POST', `${path}/confirm`, { client_secret: secret, ...typed(number) })
  const declined = await confirm('4000000000000002')
  expect(declined).toMatchObject({
    status: 402,
    body: { error: { code: 'card_declined', setup_intent: { id, status: 'requires_payment_method' } } },
  })
  expect(JSON.stringify(declined.body)).not.toContain(customer)
  expect(await confirm('5555555555554444')).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  expect((await shop.stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1)
})

test('closing the challenge fails the setup, and closing a saved card’s changes nothing', async () => {
  const { secret, path } = await open()
  const given = { client_secret: secret }
  const asked = await ask('POST', `${path}/confirm`, {
    ...given,
    use_stripe_sdk: 'true',
    ...typed('4000002760003184'),
  })
  expect(asked.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  expect((await ask('POST', `${path}/source_cancel`, given)).body).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure' },
  })
  await ask('POST', `${path}/confirm`, { ...given, ...typed('4242424242424242') })
  expect((await ask('POST', `${path}/source_cancel`, given)).body).toMatchObject({ status: 'succeeded' })
})
