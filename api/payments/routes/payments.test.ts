import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import { giveCredit, openAccount } from '#tests/support/give-tenders.ts'
import { type Answer } from '#tests/support/test-api.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

let people = 0
const someone = () => shop.guest(`payer${String((people += 1))}@example.com`)
const firstOf = (answer: Answer): Payment | undefined => PaymentsReply.parse(answer.body).payments[0]
const asked = (path: string) => shop.sandbox.control.requests().filter((one) => one.path === path).length

async function anOrder(seats = 1) {
  const token = await someone()
  return { token, order: await shop.order(token, seats) }
}

/** For calls that are refused and change nothing. */
let shared: ReturnType<typeof anOrder> | undefined
const theSameOrder = () => (shared ??= anOrder())

describe('the hosted page', () => {
  test('a paid page completes the order on return and shows the card', async () => {
    const { token, order } = await anOrder()
    const payment = await shop.hosted(token, order)
    expect(payment).toMatchObject({ order_id: order.id, amount: order.total, status: 'open' })
    expect(payment.reference).toMatch(/^cs_/)
    const paid = await shop.payPage(payment)
    expect(paid.headers.get('location')).toBe(`${RETURN_URL}&session_id=${String(payment.reference)}`)
    expect(await shop.read(token, order)).toMatchObject({
      status: 'completed',
      amount_paid: order.total,
      amount_due: null,
      payment_url: null,
      payment_method: { brand: 'visa', last4: '4242' },
    })
    const again = await shop.pay(token, order, { hosted: true, return_url: RETURN_URL })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_paid' } })
  })

  test('the same cart leads to the open page, and the seats are held past its end', async () => {
    const { token, order } = await anOrder()
    const first = await shop.hosted(token, order)
    const before = asked('/v1/checkout/sessions')
    expect(await shop.hosted(token, order)).toEqual(first)
    expect(asked('/v1/checkout/sessions')).toBe(before)
    const { held_until: heldUntil, payment_url: url } = await shop.read(token, order)
    expect(url).toBe(first.redirect_url)
    expect(new Date(heldUntil ?? 0).getTime() - shop.clock.now().getTime()).toBe(35 * 60_000)
  })

  test('a declined card stays on the page, and the next one completes the order', async () => {
    const { token, order } = await anOrder()
    const payment = await shop.hosted(token, order)
    expect((await shop.payPage(payment, '4000000000000002')).status).not.toBe(303)
    expect(await shop.read(token, order)).toMatchObject({ status: 'awaiting_payment' })
    shop.clock.advance(0.1)
    expect((await shop.payPage(payment)).status).toBe(303)
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed', last_payment_error: null })
  })

  test.each([
    ['elsewhere', 'https://evil.example/order-confirmation', 'return_url'],
    ['another port', 'http://shop.test:8080/order-confirmation', 'return_url'],
    ['a name in the address', 'http://shop.test@evil.example/', 'return_url'],
    ['a script', 'javascript:alert(1)', 'return_url'],
    ['nowhere', undefined, 'return_url'],
  ])('a return address %s is refused before anything is asked', async (_name, url, field) => {
    const { token, order } = await theSameOrder()
    const before = asked('/v1/checkout/sessions')
    const answer = await shop.pay(token, order, { hosted: true, return_url: url })
    expect(answer.status).toBe(422)
    expect(answer.body).toHaveProperty(field)
    expect(asked('/v1/checkout/sessions')).toBe(before)
  })
})

test.each([
  ['the page', 'cancel_url', { hosted: true, return_url: RETURN_URL, cancel_url: 'https://evil.example/' }],
  ['the bank', 'return_url', { stripe_source: 'pm_card_visa', return_url: 'https://evil.example/' }],
])('the way back from %s leads to our own shops only', async (_name, field, how) => {
  const { token, order } = await theSameOrder()
  const before = shop.sandbox.control.requests().length
  const answer = await shop.pay(token, order, how)
  expect(answer).toMatchObject({ status: 422, body: { [field]: ['Must be an address of this shop'] } })
  expect(shop.sandbox.control.requests().length).toBe(before)
})

describe('a card', () => {
  const card = (source: string) => ({ stripe_source: source, return_url: RETURN_URL })

  test.each(['pm_card_visa', 'tok_visa'])('%s is charged at once', async (source) => {
    const { token, order } = await anOrder()
    const answer = await shop.pay(token, order, card(source))
    expect(answer.status).toBe(201)
    expect(firstOf(answer)).toMatchObject({ status: 'succeeded', amount: order.total, redirect_url: null })
    expect(firstOf(answer)?.reference).toMatch(/^pi_/)
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
  })

  test('a single-use token with a lost answer becomes the same payment method', async () => {
    const { token, order } = await anOrder()
    shop.sandbox.control.failNext('lost', 'POST /v1/payment_methods')
    expect((await shop.pay(token, order, card('tok_mastercard'))).status).toBe(503)
    expect((await shop.pay(token, order, card('tok_mastercard'))).status).toBe(201)
    const made = shop.sandbox.control.requests().filter(({ path }) => path === '/v1/payment_methods')
    expect(made.slice(-2).map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      Array(2).fill(`pm:${String(order.id)}:0:tok_mastercard`),
    )
  })

  test('the next try after a declined card renews the hold', async () => {
    const { token, order } = await anOrder()
    await shop.pay(token, order, card('pm_card_visa_chargeDeclined'))
    shop.clock.advance(14)
    await shop.pay(token, order, card('pm_card_visa_chargeDeclined'))
    shop.clock.advance(14)
    await shop.runDueNow()
    // The hold of the shared order has ended meanwhile.
    shared = undefined
    const { status, held_until: heldUntil } = await shop.read(token, order)
    expect(status).toBe('awaiting_payment')
    expect(new Date(heldUntil ?? 0).getTime() - shop.clock.now().getTime()).toBe(60_000)
  })

  test('a declined card gives the bank’s sentence, and another card uses the same intent', async () => {
    const { token, order } = await anOrder()
    const before = asked('/v1/payment_intents')
    const declined = await shop.pay(token, order, card('pm_card_visa_chargeDeclined'))
    expect(declined).toMatchObject({ status: 422, body: { credit_card: ['Your card was declined.'] } })
    expect(await shop.read(token, order)).toMatchObject({
      status: 'awaiting_payment',
      last_payment_error: 'Your card was declined.',
    })
    const twice = await shop.pay(token, order, card('pm_card_visa_chargeDeclined'))
    expect(twice.status).toBe(422)
    const paid = await shop.pay(token, order, card('pm_card_visa'))
    expect(firstOf(paid)?.status).toBe('succeeded')
    expect(asked('/v1/payment_intents')).toBe(before + 1)
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
  })

  test('the number of cards to try is limited', async () => {
    const { token, order } = await anOrder()
    const answers: Answer[] = []
    for (let tried = 0; tried < 10; tried++) {
      answers.push(await shop.pay(token, order, card('pm_card_visa_chargeDeclined')))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(9).fill(422), 429])
    expect(Number(answers.at(-1)?.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('3-D Secure returns one address, also for a double click, and then the card has paid', async () => {
    const { token, order } = await anOrder()
    const source = card('pm_card_threeDSecure2Required')
    const payment = firstOf(await shop.pay(token, order, source))
    expect(payment).toMatchObject({ status: 'requires_action', requires_action: true })
    expect(payment?.redirect_url).toContain('/sandbox/3ds/')
    expect(firstOf(await shop.pay(token, order, source))).toEqual(payment)
    const body = new URLSearchParams({ outcome: 'complete' })
    await shop.sandbox.pages(new Request(payment?.redirect_url ?? '', { method: 'POST', body }))
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
  })

  test('a change from the hosted page to a card closes the page first', async () => {
    const { token, order } = await anOrder()
    const page = await shop.hosted(token, order)
    expect(firstOf(await shop.pay(token, order, card('pm_card_visa')))?.status).toBe('succeeded')
    expect((await shop.payPage(page)).status).not.toBe(303)
    await shop.runDueNow()
    expect(await shop.count('select count(*) from payments where order_id = $1', order.id)).toBe(1)
  })

  test.each(['src_1abc', '4242424242424242', 'cus_1', 'pm_does_not_exist'])(
    '%s is refused',
    async (source) => {
      const { token, order } = await anOrder()
      const answer = await shop.pay(token, order, card(source))
      expect(answer.status).toBe(422)
      expect(answer.body).toHaveProperty('credit_card')
      expect(firstOf(await shop.pay(token, order, card('pm_card_visa')))?.status).toBe('succeeded')
    },
  )
})

describe('a wallet', () => {
  test(
    'it gets a client secret for an intent that charges nothing yet, and the ' + 'same one again',
    async () => {
      const { token, order } = await anOrder()
      const payment = firstOf(await shop.pay(token, order, { payment_intent: true }))
      expect(payment).toMatchObject({ status: 'open', redirect_url: null })
      expect(payment?.reference).toMatch(/^pi_\w+_secret_/)
      expect(firstOf(await shop.pay(token, order, { payment_intent: {} }))).toEqual(payment)
      const own = String(payment?.reference).split('_secret_')[0] ?? ''
      expect(firstOf(await shop.pay(token, order, { payment_intent: own }))).toEqual(payment)
      expect(await shop.count('select count(*) from payments where order_id = $1', order.id)).toBe(0)
    },
  )

  test('an intent of somebody else is not found', async () => {
    const { token, order } = await theSameOrder()
    const answer = await shop.pay(token, order, { payment_intent: 'pi_foreign' })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

test('an order with nothing left to pay is completed without the provider', async () => {
  const { token, order } = await anOrder()
  await shop.deps.database.query('update orders set total_cents = 0 where id = $1', [order.id])
  await shop.deps.database.query('update order_lines set amount_cents = 0 where order_id = $1', [order.id])
  const before = shop.sandbox.control.requests().length
  const answer = await shop.call('POST', '/v1/payments', { token, body: { order_id: order.id } })
  expect(answer).toMatchObject({ status: 201, body: { payments: [] } })
  expect(await shop.read(token, order)).toMatchObject({ status: 'completed', total: 0, amount_due: null })
  expect(shop.sandbox.control.requests().length).toBe(before)
})

describe('requests that are refused before the provider is called', () => {
  test.each([
    ['no body', undefined],
    ['an empty body', {}],
    ['an empty payment', { payment: {} }],
  ])('a call with %s is refused', async (_name, body) => {
    const { token } = await theSameOrder()
    const answer = await shop.call('POST', '/v1/payments', { token, ...(body ? { body } : { body: '' }) })
    expect(answer).toMatchObject({ status: 422, body: { payment: ['payment data is required'] } })
  })

  test('another amount is refused with the right one, and nothing is charged', async () => {
    const { token, order } = await theSameOrder()
    const before = shop.sandbox.control.requests().length
    const answer = await shop.pay(token, order, { amount: 1, stripe_source: 'pm_card_visa' })
    expect(answer).toMatchObject({
      status: 422,
      body: { amount: [`The amount to pay is $${order.total.toFixed(2)}`] },
    })
    expect(shop.sandbox.control.requests().length).toBe(before)
  })

  test('an order of somebody else is not found, and a visitor must log in', async () => {
    const { order } = await theSameOrder()
    const thief = await someone()
    const answer = await shop.pay(thief, order, { stripe_source: 'pm_card_visa' })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await shop.call('POST', '/v1/payments', { body: { order_id: order.id } })).status).toBe(401)
  })

  test('a cancelled order cannot be paid', async () => {
    const { token, order } = await anOrder()
    shop.clock.advance(16)
    await shop.runDueNow()
    const answer = await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'order_expired' } })
  })

  test.each([
    [{ gift_card_codes: ['V'] }, 'gift_card_codes'],
    [{ gift_cards: [1] }, 'gift_cards'],
    [{ vouchers: ['V'] }, 'vouchers'],
    [{ apply_user_credit: true }, 'apply_user_credit'],
  ])('a guest has neither gift cards nor vouchers nor credit: %j', async (tenders, field) => {
    const { token, order } = await anOrder()
    const before = shop.sandbox.control.requests().length
    const answer = await shop.call('POST', '/v1/payments', {
      token,
      body: { order_id: order.id, ...tenders, stripe_payment: { stripe_source: 'pm_card_visa' } },
    })
    expect(answer.status).toBe(422)
    expect(answer.body).toHaveProperty(field, [expect.stringMatching(/^Login or Register to /)])
    expect(shop.sandbox.control.requests().length).toBe(before)
  })
})

describe('a repeated call whose first answer was lost', () => {
  const keyed = (token: string, order: Order, key: string, how: Record<string, unknown>) =>
    shop.call('POST', '/v1/payments', {
      token,
      headers: { 'Idempotency-Key': key },
      body: { payment: { order_id: order.id, ...how } },
    })
  const byCard = { stripe_payment: { stripe_source: 'pm_card_visa' } }
  const paid = { status: 409, body: { code: 'already_paid' } }

  test('gets its payment when the provider has reported the money meanwhile', async () => {
    const { token, order } = await anOrder()
    shop.sandbox.control.failNext('lost', 'POST /v1/payment_intents')
    expect((await keyed(token, order, 'first', byCard)).status).toBe(503)
    await shop.deliverEvents()
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
    expect(await keyed(token, order, 'other', byCard)).toMatchObject(paid)
    expect(await keyed(token, order, 'first', byCard)).toMatchObject({
      status: 201,
      body: { payments: [{ order_id: order.id, amount: order.total, status: 'succeeded' }] },
    })
    expect(await shop.count('select count(*) from payments where order_id = $1', order.id)).toBe(1)
  })

  test('gets the payment of the second card, which a call with another card does not', async () => {
    const { token, order } = await anOrder()
    const declines = { stripe_payment: { stripe_source: 'pm_card_chargeDeclined' } }
    expect((await keyed(token, order, 'one', declines)).status).toBe(422)
    expect((await keyed(token, order, 'two', byCard)).status).toBe(201)
    await shop.deps.database.query('delete from idempotency_keys')
    expect((await keyed(token, order, 'two', byCard)).status).toBe(201)
    expect(await keyed(token, order, 'one', declines)).toMatchObject(paid)
  })

  test('gets an empty list again where nothing was left for a card', async () => {
    const account = await openAccount(shop.deps)
    await giveCredit(shop.deps, account.userId, 1_000)
    const order = await shop.order(account.token, 1)
    const free = { apply_user_credit: true }
    expect(await keyed(account.token, order, 'free', free)).toMatchObject({
      status: 201,
      body: { payments: [] },
    })
    await shop.deps.database.query('delete from idempotency_keys')
    expect(await keyed(account.token, order, 'free', free)).toMatchObject({
      status: 201,
      body: { payments: [] },
    })
    expect(await keyed(account.token, order, 'again', free)).toMatchObject(paid)
  })
})
