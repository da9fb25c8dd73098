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

const aCard = (number: string) => ({ number, expiry: '12 / 30', cvc: '123', email: 'ada@example.com' })

function openSession(more: object = {}) {
  return shop.stripe.checkout.sessions.create({
    mode: 'payment',
    client_reference_id: '12',
    customer_email: 'ada@example.com',
    line_items: [
      {
        quantity: 2,
        price_data: { currency: 'usd', unit_amount: 19_900, product_data: { name: 'City flight' } },
      },
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Fee' } } },
    ],
    payment_intent_data: { metadata: { order_id: '12' } },
    metadata: { order_id: '12' },
    success_url: `${ORIGIN}/done?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${ORIGIN}/checkout`,
    ...more,
  })
}
const typesSince = (from: number) =>
  shop.received.slice(from).map(({ body }) => String((JSON.parse(body) as { type: string }).type))

describe('the hosted payment page', () => {
  test('the page shows the order, takes the card and sends signed events', async () => {
    const session = await openSession()
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 40_300,
    })
    const path = new URL(session.url ?? '').pathname
    const page = await (await shop.get(path)).text()
    for (const text of [
      'Test mode: no card is charged',
      '$403.00',
      'City flight × 2',
      'Card number',
      'value="ada@example.com" readonly',
    ]) {
      expect(page).toContain(text)
    }
    const paid = await shop.post(path, aCard('4242 4242 4242 4242'))
    expect(paid.status).toBe(303)
    expect(paid.headers.get('location')).toBe(`${ORIGIN}/done?session_id=${session.id}`)

    const after = await shop.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    })
    expect(after).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: {
        status: 'succeeded',
        amount_received: 40_300,
        metadata: { order_id: '12' },
        latest_charge: { paid: true, payment_method_details: { card: { brand: 'visa', last4: '4242' } } },
      },
    })
    await shop.sandbox.control.webhooks.settled()
    expect(typesSince(0)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
    const last = shop.received.at(-1)
    const event = await shop.stripe.webhooks.constructEventAsync(
      last?.body ?? '',
      last?.signature ?? '',
      SECRET,
      10 ** 9,
    )
    expect(event.type).toBe('checkout.session.completed')
  })

  test('a declined card leaves the page open for another one', async () => {
    const session = await openSession()
    const path = new URL(session.url ?? '').pathname
    const declined = await shop.post(path, aCard('4000000000000002'))
    expect(declined.status).toBe(402)
    expect(await declined.text()).toContain('Your card was declined.')
    const open = await shop.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
    expect(open).toMatchObject({
      status: 'open',
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
    })
    expect((await shop.post(path, aCard('5555555555554444'))).status).toBe(303)
    const [intents, charges] = await Promise.all([
      shop.stripe.checkout.sessions.list({ payment_intent: (open.payment_intent as { id: string }).id }),
      shop.stripe.charges.list({ payment_intent: (open.payment_intent as { id: string }).id }),
    ])
    expect(intents.data.map(({ status }) => status)).toEqual(['complete'])
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  })

  test('two presses of Pay at once charge once', async () => {
    const session = await openSession()
    const path = new URL(session.url ?? '').pathname
    const answers = await Promise.all([1, 2, 3].map(() => shop.post(path, aCard('4242424242424242'))))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(session.id)
    const charges = await shop.stripe.charges.list({ payment_intent: String(payment_intent) })
    expect(charges.data).toHaveLength(1)
  })

  test.each([
    ['complete', 'complete', 'paid'],
    ['fail', 'open', 'unpaid'],
  ])('3-D Secure on the hosted page ends as expected: %s', async (outcome, status, payment) => {
    const session = await openSession()
    const path = new URL(session.url ?? '').pathname
    const asked = await shop.post(path, aCard('4000000000003220'))
    const bank = new URL(asked.headers.get('location') ?? '').pathname
    expect(bank).toMatch(/^\/sandbox\/3ds\/pi_/)
    expect(await (await shop.get(bank)).text()).toContain('Complete</button>')
    const back = await shop.post(bank, { outcome })
    const home = back.headers.get('location') ?? ''
    expect(home).toBe(outcome === 'complete' ? `${ORIGIN}/done?session_id=${session.id}` : session.url)
    expect(await shop.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status,
      payment_status: payment,
    })
    if (outcome === 'fail') expect(await (await shop.get(path)).text()).toContain('unable to authenticate')
  })

  test('the page expires by itself and on request, and says so', async () => {
    const now = Date.UTC(2026, 10, 21, 12) / 1000
    const [soon, other] = [await openSession({ expires_at: now + 1800 }), await openSession()]
    await shop.sandbox.control.webhooks.settled()
    const before = shop.received.length
    await shop.stripe.checkout.sessions.expire(other.id)
    await expect(shop.stripe.checkout.sessions.expire(other.id)).rejects.toThrow(/status of `expired`/)
    shop.wait(1801)
    const page = await shop.get(new URL(soon.url ?? '').pathname)
    expect(page.status).toBe(410)
    expect(await page.text()).toContain(`href="${ORIGIN}/checkout"`)
    await shop.sandbox.control.webhooks.settled()
    expect(typesSince(before)).toEqual(['checkout.session.expired', 'checkout.session.expired'])
  })

  test.each([
    ['4242424242424241', '12/30', '123', 'Your card number is incorrect.'],
    ['4111111111111111', '12/30', '123', 'used a non test (live) card'],
    ['4242', '12/30', '123', 'Your card number is incomplete.'],
    ['4242424242424242', '10/26', '123', 'expiration date is in the past'],
    ['4242424242424242', '11/26', '1', 'security code is incomplete'],
  ])('the page refuses %s %s %s', async (number, expiry, cvc, message) => {
    const path = new URL((await openSession()).url ?? '').pathname
    const answer = await shop.post(path, { number, expiry, cvc, email: '' })
    expect(answer.status).toBe(422)
    const page = (await answer.text()).replaceAll('&#39;', "'")
    expect(page).toContain(message)
    expect(page.includes(`value="${number}"`)).toBe(!message.includes('live'))
    expect(page).not.toContain(`value="${cvc}"`)
  })
})
