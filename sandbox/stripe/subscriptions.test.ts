import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'

const DAY = 86_400
let shop: TestSandbox
beforeAll(async () => {
  shop = await openTestSandbox()
})
afterAll(() => shop.close())

async function yearly() {
  const product = await shop.stripe.products.create({ name: 'Club' })
  const { id } = await shop.stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 9900,
    recurring: { interval: 'year' },
  })
  return id
}

/** A customer whose card a payment saved, as a purchase with consent does. */
async function cardHolder(card = 'pm_card_visa') {
  const { id: customer } = await shop.stripe.customers.create({ email: 'club@example.com' })
  const method = await shop.stripe.paymentMethods.attach(card, { customer })
  return { customer, default_payment_method: method.id }
}

const start = async (
  who: { customer: string; default_payment_method?: string },
  payment_behavior: 'error_if_incomplete' | 'allow_incomplete' | 'default_incomplete',
) =>
  shop.stripe.subscriptions.create({
    ...who,
    items: [{ price: await yearly() }],
    payment_behavior,
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...(payment_behavior === 'default_incomplete' ? {} : { off_session: true }),
    metadata: { subscription_id: '1' },
  })

const invoicesOf = async (subscription: string) =>
  (await shop.stripe.invoices.list({ subscription, expand: ['data.payments'] })).data
const statusOf = async (id: string) => (await shop.stripe.subscriptions.retrieve(id)).status
const typesAbout = (id: string) =>
  shop.received
    .map(({ body }) => JSON.parse(body) as { type: string; data: { object: { id: string } } })
    .filter(({ data }) => data.object.id === id)
    .map(({ type }) => type)
const pass = async (seconds: number) => {
  shop.wait(seconds)
  await shop.sandbox.tick()
  await shop.sandbox.control.webhooks.settled()
}

test('a subscription starts at once with a saved card, and its invoice names the payment', async () => {
  const made = await start(await cardHolder(), 'error_if_incomplete')
  expect(made).toMatchObject({
    status: 'active',
    cancel_at_period_end: false,
    metadata: { subscription_id: '1' },
  })
  const [invoice] = await invoicesOf(made.id)
  expect(invoice).toMatchObject({
    id: made.latest_invoice,
    status: 'paid',
    amount_paid: 9900,
    billing_reason: 'subscription_create',
  })
  const paid = invoice?.payments?.data[0]?.payment.payment_intent
  expect(await shop.stripe.paymentIntents.retrieve(String(paid))).toMatchObject({
    status: 'succeeded',
    amount: 9900,
  })
})

test('with error_if_incomplete a declined card creates nothing', async () => {
  const who = await cardHolder('pm_card_chargeCustomerFail')
  await expect(start(who, 'error_if_incomplete')).rejects.toMatchObject({
    statusCode: 402,
    code: 'card_declined',
  })
  const { data } = await shop.stripe.subscriptions.list({ customer: who.customer, status: 'all' })
  expect(data).toEqual([])
})

test('a card that always needs 3-D Secure is refused off session and creates nothing', async () => {
  const who = await cardHolder('pm_card_authenticationRequired')
  await expect(start(who, 'error_if_incomplete')).rejects.toMatchObject({ code: 'authentication_required' })
})

test('with allow_incomplete a subscription waits 23 hours for its first payment', async () => {
  const made = await start(await cardHolder('pm_card_chargeCustomerFail'), 'allow_incomplete')
  expect(made.status).toBe('incomplete')
  await pass(23 * 3600 + 1)
  expect(await statusOf(made.id)).toBe('incomplete_expired')
  expect((await invoicesOf(made.id))[0]?.status).toBe('void')
})

test('a default_incomplete subscription is paid on its hosted invoice, which saves the card', async () => {
  const { customer } = await cardHolder()
  const made = await start({ customer }, 'default_incomplete')
  expect(made).toMatchObject({ status: 'incomplete', default_payment_method: null })
  const [invoice] = await invoicesOf(made.id)
  const page = new URL(invoice?.hosted_invoice_url ?? '').pathname
  const card = (number: string) => ({ number, expiry: '12/30', cvc: '123' })
  expect(await (await shop.post(page, card('4000000000000002'))).text()).toContain('Your card was declined.')
  expect((await shop.post(page, card('4242424242424242'))).headers.get('location')).toBe(page)
  expect(await (await shop.get(page)).text()).toContain('Invoice paid')
  const active = await shop.stripe.subscriptions.retrieve(made.id)
  expect(active.status).toBe('active')
  expect(active.default_payment_method).toMatch(/^pm_/)
  await pass(366 * DAY)
  expect(await statusOf(made.id)).toBe('active')
  expect((await invoicesOf(made.id)).map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ])
})

test('the bank’s challenge stands on the hosted invoice', async () => {
  const { customer } = await cardHolder()
  const made = await start({ customer }, 'default_incomplete')
  const page = new URL((await invoicesOf(made.id))[0]?.hosted_invoice_url ?? '').pathname
  const asked = await shop.post(page, { number: '4000000000003220', expiry: '12/30', cvc: '123' })
  const bank = new URL(asked.headers.get('location') ?? '').pathname
  expect(bank).toMatch(/^\/sandbox\/3ds\/pi_/)
  expect((await shop.post(bank, { outcome: 'fail' })).headers.get('location')).toBe(page)
  expect(await (await shop.get(page)).text()).toContain('unable to authenticate')
  const again = await shop.post(page, { number: '4000000000003220', expiry: '12/30', cvc: '123' })
  await shop.post(new URL(again.headers.get('location') ?? '').pathname, { outcome: 'complete' })
  expect(await statusOf(made.id)).toBe('active')
})

test('a subscription renews every year until it is set to end with its period', async () => {
  const made = await start(await cardHolder(), 'error_if_incomplete')
  const end = made.items.data[0]?.current_period_end ?? 0
  await pass(366 * DAY)
  const renewed = await shop.stripe.subscriptions.retrieve(made.id)
  expect(renewed.items.data[0]?.current_period_end).toBeGreaterThan(end)
  await shop.stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
  expect(await statusOf(made.id)).toBe('active')
  await pass(366 * DAY)
  const ended = await shop.stripe.subscriptions.retrieve(made.id)
  expect(ended).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'cancellation_requested' },
  })
  expect(await invoicesOf(made.id)).toHaveLength(2)
  expect(typesAbout(made.id)).toContain('customer.subscription.deleted')
})

test('the end of a subscription can be revoked before its period is over', async () => {
  const made = await start(await cardHolder(), 'error_if_incomplete')
  await shop.stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
  const back = await shop.stripe.subscriptions.update(made.id, { cancel_at_period_end: false })
  expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
})

test.each(['canceled', 'unpaid'] as const)(
  'a renewal that fails at every retry leaves the subscription %s in the end',
  async (end) => {
    shop.sandbox.control.endUnpaidAs(end)
    const who = await cardHolder()
    const made = await start(who, 'error_if_incomplete')
    const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: who.customer,
    })
    await shop.stripe.subscriptions.update(made.id, { default_payment_method: bad.id })
    await pass(366 * DAY)
    expect(await statusOf(made.id)).toBe('past_due')
    const [invoice] = await invoicesOf(made.id)
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1 })
    expect(invoice?.next_payment_attempt).not.toBeNull()
    for (const days of [3, 5, 7]) await pass(days * DAY + 1)
    expect(await statusOf(made.id)).toBe(end)
    expect(typesAbout(invoice?.id ?? '').filter((type) => type === 'invoice.payment_failed')).toHaveLength(4)
    shop.sandbox.control.endUnpaidAs('canceled')
  },
)

test('another card pays a past due invoice and continues the subscription', async () => {
  const who = await cardHolder()
  const made = await start(who, 'error_if_incomplete')
  await shop.stripe.paymentMethods.detach(who.default_payment_method)
  await pass(366 * DAY)
  expect(await statusOf(made.id)).toBe('past_due')
  const [invoice] = await invoicesOf(made.id)
  const other = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: who.customer })
  const paid = await shop.stripe.invoices.pay(invoice?.id ?? '', { payment_method: other.id })
  expect(paid.status).toBe('paid')
  expect(await statusOf(made.id)).toBe('active')
  await expect(shop.stripe.invoices.pay(paid.id ?? '')).rejects.toMatchObject({
    code: 'invoice_already_paid',
  })
})

test('a subscription can be ended at once', async () => {
  const made = await start(await cardHolder(), 'error_if_incomplete')
  expect(await shop.stripe.subscriptions.cancel(made.id)).toMatchObject({ status: 'canceled' })
  await expect(shop.stripe.subscriptions.cancel(made.id)).rejects.toMatchObject({ code: 'resource_missing' })
})
