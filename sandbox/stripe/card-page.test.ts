import { type Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSandbox, ORIGIN, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'

let shop: TestSandbox
let customer: string
beforeAll(async () => {
  shop = await openTestSandbox()
  customer = (await shop.stripe.customers.create({ email: 'ada@example.com' })).id
})
afterAll(() => shop.close())

const openPage = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  shop.stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'usd',
    customer,
    success_url: `${ORIGIN}/cards?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${ORIGIN}/cards`,
    allowed_payment_method_types: ['card'],
    setup_intent_data: { metadata: { user_id: '7' } },
    ...more,
  })
const aCard = (number: string) => ({ number, expiry: '12/30', cvc: '123', email: 'ada@example.com' })
const pathOf = ({ url }: Stripe.Checkout.Session) => new URL(url ?? '').pathname
const read = (id: string) =>
  shop.stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] })

describe('the page for a card', () => {
  test('the page saves the card with the customer and redirects back', async () => {
    const session = await openPage()
    expect(session).toMatchObject({
      mode: 'setup',
      status: 'open',
      payment_status: 'no_payment_required',
      amount_total: null,
    })
    const page = await (await shop.get(pathOf(session))).text()
    expect(page).toContain('<h1>Save a card</h1>')
    expect(page).toContain('Save card</button>')
    expect(page).not.toContain('Total')
    const saved = await shop.post(pathOf(session), aCard('4242424242424242'))
    expect([saved.status, saved.headers.get('location')]).toEqual([
      303,
      `${ORIGIN}/cards?session_id=${session.id}`,
    ])
    expect(await read(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      url: null,
      payment_intent: null,
      setup_intent: {
        status: 'succeeded',
        customer,
        metadata: { user_id: '7' },
        payment_method: { customer, card: { last4: '4242' } },
      },
    })
    await shop.sandbox.control.webhooks.settled()
    expect(shop.received.slice(-4).map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded',
      'checkout.session.completed',
    ])
    expect(await (await shop.get(pathOf(session))).text()).toContain('Your card was saved.')
  })

  test('a refused card leaves the page open for another one', async () => {
    const session = await openPage()
    const refused = await shop.post(pathOf(session), aCard('4000000000000002'))
    expect(refused.status).toBe(402)
    const text = await refused.text()
    expect(text).toContain('The card was not saved')
    expect(text).toContain('Your card was declined.')
    expect(await read(session.id)).toMatchObject({
      status: 'open',
      setup_intent: { status: 'requires_payment_method', last_setup_error: { code: 'card_declined' } },
    })
    expect((await shop.post(pathOf(session), aCard('5555555555554444'))).status).toBe(303)
    const { setup_intent: intent } = await read(session.id)
    expect(intent).toMatchObject({ status: 'succeeded', payment_method: { card: { last4: '4444' } } })
  })

  test.each([
    ['complete', 'complete', 'succeeded'],
    ['fail', 'open', 'requires_payment_method'],
  ])('3-D Secure on the page ends as expected: %s', async (outcome, status, setup) => {
    const session = await openPage()
    const asked = await shop.post(pathOf(session), aCard('4000002500003155'))
    const bank = new URL(asked.headers.get('location') ?? '').pathname
    expect(bank).toMatch(/^\/sandbox\/3ds\/seti_/)
    const back = await shop.post(bank, { outcome })
    const home = outcome === 'complete' ? `${ORIGIN}/cards?session_id=${session.id}` : session.url
    expect(back.headers.get('location')).toBe(home)
    expect(await read(session.id)).toMatchObject({ status, setup_intent: { status: setup } })
  })

  test('the intent of the page ends only with the page', async () => {
    const session = await openPage()
    await shop.post(pathOf(session), aCard('4000002500003155'))
    const { setup_intent: intent } = await shop.stripe.checkout.sessions.retrieve(session.id)
    await expect(shop.stripe.setupIntents.cancel(String(intent))).rejects.toThrow('Expire the session')
    await shop.stripe.checkout.sessions.expire(session.id)
    expect((await shop.stripe.setupIntents.retrieve(String(intent))).status).toBe('canceled')
    const page = await shop.get(pathOf(session))
    expect([page.status, (await page.text()).includes('No card was saved.')]).toEqual([410, true])
  })

  test('two presses save one card', async () => {
    const someone = (await shop.stripe.customers.create({ email: 'bea@example.com' })).id
    const session = await openPage({ customer: someone })
    const answers = await Promise.all([1, 2].map(() => shop.post(pathOf(session), aCard('4242424242424242'))))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await shop.stripe.customers.listPaymentMethods(someone)).data).toHaveLength(1)
  })

  test.each([
    [
      {
        line_items: [
          { price_data: { currency: 'usd', product_data: { name: 'Seat' }, unit_amount: 900 }, quantity: 1 },
        ],
      },
      'line_items',
    ],
    [{ payment_intent_data: { description: 'Seat' } }, 'payment_intent_data'],
    [{ currency: undefined }, 'currency'],
  ])('the page sells nothing: %j', async (more, param) => {
    await expect(openPage(more)).rejects.toMatchObject({ statusCode: 400, param })
  })
})
