import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Subscription, SubscriptionReply, SubscriptionsReply } from '#contract/membership.ts'
import { UpgradeQuoteReply } from '#contract/order-change.ts'
import { JwtReply } from '#contract/people.ts'
import { type CardHolder, cardHolder } from '#tests/support/card-holder.ts'
import { CARD, openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { typeCard } from '#tests/support/type-card.ts'

// Time only goes forward here, so what is bought with a flight comes first.
vi.setConfig({ testTimeout: 120_000 })

/** Minutes. */
const DAY = 24 * 60
const PLAN = 1
const OTHER_CARD = '5555555555554444'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

/** Logged in anew: days may have gone by. */
async function tokenOf({ email }: CardHolder): Promise<string> {
  const body = { auth: { email, password: 'heliport' } }
  return JwtReply.parse((await shop.call('POST', '/v1/user_token', { body })).body).jwt
}

async function read(holder: CardHolder): Promise<Subscription> {
  const answer = await shop.call('GET', '/v1/subscriptions', { token: await tokenOf(holder) })
  const [one, ...others] = SubscriptionsReply.parse(answer.body).subscriptions
  expect(others).toEqual([])
  if (!one) throw new Error('no membership')
  return one
}

async function ask(holder: CardHolder) {
  const body = { subscription: { plan_id: PLAN, brand_id: 1 } }
  const answer = await shop.call('POST', '/v1/subscriptions', { token: await tokenOf(holder), body })
  return SubscriptionReply.parse(answer.body).subscription
}

async function change({ holder, ends }: { holder: CardHolder; ends: boolean }) {
  const { id } = await read(holder)
  const body = { subscription: { cancel_at_period_end: ends } }
  return shop.call('PATCH', `/v1/subscriptions/${String(id)}`, { token: await tokenOf(holder), body })
}

/** Pays what is open of it on the provider's page. */
async function payPage(one: Subscription) {
  const body = new URLSearchParams({ number: CARD, expiry: '12/49', cvc: '123' })
  await shop.sandbox.pages(new Request(one.payment_url ?? '', { method: 'POST', body }))
  await shop.deliverEvents()
}

/** Somebody who joined without a flight. */
async function member(): Promise<CardHolder> {
  const holder = await cardHolder(shop)
  await payPage(await ask(holder))
  expect((await read(holder)).status).toBe('active')
  return holder
}

/** Bought with a flight, completed and not started yet. */
async function joinWithFlight() {
  const holder = await cardHolder(shop)
  // Every test buys with the one test card; to the shop it would be one person who never pays a
  // membership.
  await shop.deps.database.query('delete from member_price_uses')
  const order = await shop.order(holder.token, 1, undefined, { membership_plan_id: PLAN })
  await shop.pay(holder.token, order, { stripe_source: await typeCard(shop.sandbox, CARD) })
  const { id } = order
  const status = async () =>
    (await shop.deps.database.query('select status from orders where id = $1', [id])).rows[0]?.['status']
  expect(await status()).toBe('completed')
  return { holder, status }
}

/** Every card anybody has at the provider is refused from now on. */
const blockCards = () =>
  shop.deps.database.query(
    `update sandbox.objects set hidden = hidden || '{"card":"chargeCustomerFail"}'
      where type = 'payment_method'`,
  )

/** The provider's clock and ours go on, and its events arrive. */
async function pass(days: number) {
  shop.clock.advance(days * DAY)
  await shop.sandbox.tick()
  await shop.deliverEvents()
}

const subjects = ({ email }: CardHolder) =>
  shop.mailer.sent.filter(({ to }) => to === email).map(({ subject }) => subject)
const atProvider = async () => (await shop.deps.stripe.subscriptions.list({ status: 'all', limit: 100 })).data

test('a subscription whose creation got no answer is found after its idempotency key expired', async () => {
  const { holder } = await joinWithFlight()
  const before = (await atProvider()).length
  shop.sandbox.control.failNext('lost', 'POST /v1/subscriptions')
  await ask(holder)
  expect((await read(holder)).status).toBe('starting')
  await pass(1.1)
  expect((await read(holder)).status).toBe('active')
  expect((await atProvider()).length).toBe(before + 1)
})

test('a membership ended after its creation got no answer ends with its period', async () => {
  const { holder } = await joinWithFlight()
  shop.sandbox.control.failNext('lost', 'POST /v1/subscriptions')
  await ask(holder)
  expect((await change({ holder, ends: true })).status).toBe(200)
  const ended = await read(holder)
  expect(ended).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    invoices: [{ status: 'paid' }],
  })
  await shop.deliverEvents()
  expect(await read(holder)).toMatchObject({ status: 'active', cancel_at_period_end: true })
})

test('a membership that is being created cannot be ended at that moment', async () => {
  const { holder } = await joinWithFlight()
  const busy = (until: Date | null) =>
    shop.deps.database.query('update subscriptions set busy_until = $1 where id = $2', [until, id])
  const { id } = await read(holder)
  await busy(new Date(shop.clock.now().getTime() + 60_000))
  expect(await change({ holder, ends: true })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await read(holder)).status).toBe('starting')
  await busy(null)
  expect((await change({ holder, ends: true })).status).toBe(200)
  expect((await read(holder)).status).toBe('failed')
})

test('a membership ended before its first charge is over and does not start later', async () => {
  const { holder } = await joinWithFlight()
  const before = (await atProvider()).length
  expect((await change({ holder, ends: true })).status).toBe(200)
  await pass(1.1)
  expect(await read(holder)).toMatchObject({ status: 'failed', invoices: [] })
  expect((await atProvider()).length).toBe(before)
})

test('a declined first payment is mailed and retried, and leaves the order as it is', async () => {
  const { holder, status } = await joinWithFlight()
  await blockCards()
  await ask(holder)
  expect(await read(holder)).toMatchObject({
    status: 'starting',
    member: false,
    last_error: 'Your card was declined.',
  })
  expect(await status()).toBe('completed')
  await pass(1.1)
  expect(subjects(holder)).toContain('Your SkyClub membership has not started yet')
  expect((await read(holder)).status).toBe('starting')
  await pass(3.1)
  expect(await read(holder)).toMatchObject({ status: 'failed', member: false, next_try_at: null })
  expect(subjects(holder)).toContain('Your SkyClub membership did not start')
  expect(await status()).toBe('completed')
})

test('a card used for an upgrade between two retries is not charged for the membership', async () => {
  const { holder } = await joinWithFlight()
  await blockCards()
  const { order_id: orderId } = await ask(holder)
  const token = await tokenOf(holder)
  const path = `/v1/orders/${String(orderId)}`
  const input = { order_item_upgrades: [{ upgrade_id: 1 }] }
  const quoted = await shop.call('POST', `${path}/upgrade_quotes`, { token, body: input })
  const { updated_total_price } = UpgradeQuoteReply.parse(quoted.body).upgrade_quote
  const how = {
    stripe_source: await typeCard(shop.sandbox, OTHER_CARD),
    remember: true,
    return_url: RETURN_URL,
  }
  const body = { ...input, updated_total_price, ...how }
  expect((await shop.call('PATCH', `${path}/update_upgrades`, { token, body })).status).toBe(200)
  await pass(1.1)
  expect(await read(holder)).toMatchObject({ status: 'starting', invoices: [] })
})

test('a declined first payment made on the payment page is not charged by a retry', async () => {
  const { holder } = await joinWithFlight()
  await blockCards()
  await ask(holder)
  const { id } = await read(holder)
  const path = `/v1/subscriptions/${String(id)}/payment`
  const opened = await shop.call('POST', path, { token: await tokenOf(holder), body: {} })
  await payPage(SubscriptionReply.parse(opened.body).subscription)
  await pass(1.1)
  const paid = await read(holder)
  expect(paid.status).toBe('active')
  expect(paid.invoices).toHaveLength(1)
})

test('a membership bought without a flight and never paid expires', async () => {
  const holder = await cardHolder(shop)
  expect((await ask(holder)).status).toBe('incomplete')
  await pass(1)
  expect((await read(holder)).status).toBe('incomplete_expired')
})

test('a membership ends with its period, and its end can be undone until then', async () => {
  const holder = await member()
  const { current_period_end: end } = await read(holder)
  await change({ holder, ends: true })
  expect(await read(holder)).toMatchObject({
    status: 'active',
    member: true,
    cancel_at_period_end: true,
    current_period_end: end,
  })
  await change({ holder, ends: false })
  expect((await read(holder)).cancel_at_period_end).toBe(false)
  await change({ holder, ends: true })
  await pass(367)
  expect(await read(holder)).toMatchObject({ status: 'canceled', member: false })
  expect((await change({ holder, ends: false })).status).toBe(409)
  expect(subjects(holder)).toContain('Your SkyClub membership has ended')
})

test('renewals are paid, declined and paid on the page with events in any order and number', async () => {
  const holder = await member()
  const joined = await read(holder)
  await pass(367)
  const renewed = await read(holder)
  expect(renewed.invoices).toHaveLength(2)
  expect(renewed.current_period_end).not.toBe(joined.current_period_end)
  await blockCards()
  shop.clock.advance(366 * DAY)
  await shop.sandbox.tick()
  const { webhooks } = shop.sandbox.control
  await webhooks.release((events) => [...events, ...events].reverse())
  await webhooks.settled()
  webhooks.hold()
  await shop.runDueNow()
  const late = await read(holder)
  expect(late).toMatchObject({ status: 'past_due', member: false })
  expect(subjects(holder).filter((one) => one === 'Your SkyClub renewal was declined')).toHaveLength(1)
  await payPage(late)
  expect(await read(holder)).toMatchObject({ status: 'active', member: true })
  const booked = await shop.count(
    'select count(*) from ledger_transactions t join subscription_invoices i on t.event_key = ' +
      "'invoice:' || i.reference where i.subscription_id = $1",
    late.id,
  )
  expect(booked).toBe(3)
})
