import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Order } from '#contract/order.ts'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import { type Answer } from '../support/test-api.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { openProviderShop, type ProviderShop } from './open-provider-shop.ts'

/**
 * What the shop relies on of its payment provider. It runs on the sandbox with all tests, and by
 * `npm run test:stripe` on Stripe's test mode.
 */
let shop: ProviderShop
let staff: string
beforeAll(async () => {
  shop = await openProviderShop()
  staff = (await openStaffMember(shop.deps)).token
})
afterAll(() => shop.close())

/** An event may take some seconds to stand in the provider's list. */
const SOON = { timeout: 30_000, interval: 250 }

let people = 0
async function anOrder(seats = 1): Promise<{ token: string; order: Order }> {
  const token = await shop.guest(`provider${String((people += 1))}@example.com`)
  return { token, order: await shop.order(token, seats) }
}
const payWith = (token: string, order: Order, source: string, more: Record<string, unknown> = {}) =>
  shop.pay(token, order, { stripe_source: source, ...more })
const firstOf = (answer: Answer): Payment | undefined => PaymentsReply.parse(answer.body).payments[0]

async function paidOrder(seats = 1) {
  const { token, order } = await anOrder(seats)
  const answer = await payWith(token, order, 'pm_card_visa')
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([201, expect.any(String)])
  return { token, order: await shop.read(token, order) }
}

/** The provider's own charges of an order that succeeded, with what they gave back. */
async function chargesOf(order: Order) {
  const { rows } = await shop.deps.database.query(
    `select distinct coalesce(payment_intent, reference) as intent from payment_attempts
      where order_id = $1 and coalesce(payment_intent, reference) like 'pi_%'`,
    [order.id],
  )
  const lists = await Promise.all(
    rows.map((row) => shop.deps.stripe.charges.list({ payment_intent: String(row['intent']) })),
  )
  return lists
    .flatMap(({ data }) => data)
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount, amount_refunded: refunded, currency }) => ({ amount, refunded, currency }))
}
const cents = (dollars: number) => Math.round(dollars * 100)
const ledgerSum = (order: Order) =>
  shop.count(
    `select coalesce(sum(e.amount_cents), 0) from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id where t.order_id = $1 and e.account = 'stripe'`,
    order.id,
  )

test('a card pays the whole order with one charge, which the books have', async () => {
  const { order } = await paidOrder(2)
  expect(order).toMatchObject({ status: 'completed', payment_method: { brand: 'visa', last4: '4242' } })
  expect(await chargesOf(order)).toEqual([{ amount: cents(order.total), refunded: 0, currency: 'usd' }])
  expect(await ledgerSum(order)).toBe(cents(order.total))
})

test.each([
  ['pm_card_chargeDeclined', 'Your card was declined.'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
])('%s is refused with the bank’s sentence, and another card pays once', async (card, sentence) => {
  const { token, order } = await anOrder()
  const refused = await payWith(token, order, card)
  expect(refused).toMatchObject({ status: 422, body: { credit_card: [sentence] } })
  expect((await shop.read(token, order)).status).toBe('awaiting_payment')
  expect((await payWith(token, order, 'pm_card_mastercard')).status).toBe(201)
  expect(await chargesOf(order)).toHaveLength(1)
})

test('the same press sent twice charges once', async () => {
  const { token, order } = await anOrder()
  const answers = await Promise.all([
    payWith(token, order, 'pm_card_visa'),
    payWith(token, order, 'pm_card_visa'),
  ])
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  expect((await shop.read(token, order)).status).toBe('completed')
  expect(await chargesOf(order)).toHaveLength(1)
})

test('a card that asks the bank charges nothing until the payer has answered', async () => {
  const { token, order } = await anOrder()
  const return_url = `${shop.deps.settings.publicUrl}/order-confirmation`
  const card = 'pm_card_authenticationRequired'
  const payment = firstOf(await payWith(token, order, card, { return_url }))
  expect(payment).toMatchObject({ status: 'requires_action', requires_action: true })
  expect(payment?.redirect_url).toMatch(/^https?:\/\//)
  expect((await shop.read(token, order)).status).toBe('awaiting_payment')
  expect(await chargesOf(order)).toEqual([])
})

test('the hosted page names the amount, and is closed when a card pays in the shop instead', async () => {
  const { token, order } = await anOrder()
  const payment = await shop.hosted(token, order)
  expect(payment.redirect_url).toMatch(/^https?:\/\//)
  const { stripe } = shop.deps
  const reference = payment.reference ?? ''
  const page = await stripe.checkout.sessions.retrieve(reference)
  expect(page).toMatchObject({ status: 'open', amount_total: cents(order.total), currency: 'usd' })
  expect((await payWith(token, order, 'pm_card_visa')).status).toBe(201)
  expect((await stripe.checkout.sessions.retrieve(reference)).status).toBe('expired')
  expect(await chargesOf(order)).toHaveLength(1)
})

describe('refunds', () => {
  const refund = (order: Order, wish: Record<string, unknown>) =>
    shop.call('POST', '/v1/refunds', {
      token: staff,
      body: { refund: { order_id: order.id, reason: 'For a test', ...wish } },
    })

  test('an amount and then the rest go back to the card, never more than was paid', async () => {
    const { token, order } = await paidOrder()
    expect((await refund(order, { amount: 10.01 })).status).toBe(201)
    await vi.waitFor(async () => {
      expect(await chargesOf(order)).toMatchObject([{ refunded: 1001 }])
    }, SOON)
    expect((await refund(order, {})).status).toBe(201)
    await vi.waitFor(async () => {
      expect(await chargesOf(order)).toMatchObject([{ refunded: cents(order.total) }])
    }, SOON)
    expect((await shop.read(token, order)).status).toBe('refunded')
    expect((await refund(order, { amount: 1 })).status).toBeGreaterThanOrEqual(400)
    expect(await chargesOf(order)).toMatchObject([{ refunded: cents(order.total) }])
  })
})

describe('events', () => {
  test('of a paid order change nothing, however late and however often they come', async () => {
    const { token, order } = await paidOrder()
    const types = async () => (await shop.listEvents(order)).map(({ type }) => type)
    await expect
      .poll(types, SOON)
      .toEqual(expect.arrayContaining(['payment_intent.succeeded', 'charge.succeeded']))
    const events = await shop.listEvents(order)
    for (const event of [...events, ...events.toReversed()]) await shop.deliver(event)
    expect((await shop.read(token, order)).status).toBe('completed')
    expect(await ledgerSum(order)).toBe(cents(order.total))
    const payments = 'select count(*) from payments where order_id = $1'
    expect(await shop.count(payments, order.id)).toBe(1)
    const sent = 'select count(*) from webhook_inbox where handled_at is null'
    expect(await shop.count(sent)).toBe(0)
  })

  test('with a wrong signature are refused', async () => {
    const { order } = await paidOrder()
    await expect.poll(async () => (await shop.listEvents(order)).length, SOON).toBeGreaterThan(0)
    const [event] = await shop.listEvents(order)
    const answer = await shop.call('POST', '/v1/stripe/webhooks', {
      body: JSON.stringify(event),
      headers: { 'stripe-signature': 't=1,v1=00' },
    })
    expect(answer.status).toBe(400)
  })
})

describe('saved cards', () => {
  test('a saved card pays without its number, and is gone at the provider once it is removed', async () => {
    const email = `saver${String(shop.clock.now().getTime())}@example.com`
    const user = {
      first_name: 'Ida',
      last_name: 'Lund',
      phone: '212 555 0100',
      email,
      password: 'heliport-7',
    }
    const registered = await shop.call('POST', '/v1/users', { body: { user } })
    expect(registered.status).toBe(201)
    const auth = { email, password: user.password }
    const login = await shop.call('POST', '/v1/user_token', { body: { auth } })
    const { jwt: token } = login.body as { jwt: string }
    const me = (await shop.call('GET', '/v1/users/me', { token })).body as { user: { id: number } }
    const path = `/v1/users/${String(me.user.id)}/credit_cards`
    const body = { stripe_token: 'pm_card_visa' }
    const saved = await shop.call('POST', `${path}?brand_id=1`, { token, body })
    expect(saved).toMatchObject({ status: 201, body: { credit_card: { brand: 'visa', last4: '4242' } } })
    const card = (saved.body as { credit_card: { id: number } }).credit_card.id

    const order = await shop.order(token, 1)
    expect((await shop.pay(token, order, { stripe_source: card })).status).toBe(201)
    expect((await shop.read(token, order)).status).toBe('completed')
    expect(await chargesOf(order)).toHaveLength(1)

    const { rows } = await shop.deps.database.query(
      'select reference from provider_customers where user_id = $1',
      [me.user.id],
    )
    const customer = String(rows[0]?.['reference'])
    const attached = async () =>
      (await shop.deps.stripe.paymentMethods.list({ customer, type: 'card' })).data.length
    expect(await attached()).toBe(1)
    expect((await shop.call('DELETE', `${path}/${String(card)}`, { token })).status).toBe(204)
    await shop.runDueNow()
    expect(await attached()).toBe(0)
  })
})
