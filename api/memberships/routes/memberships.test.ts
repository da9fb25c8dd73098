import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PlansReply, type Subscription, SubscriptionReply, SubscriptionsReply } from '#contract/membership.ts'
import { type Order } from '#contract/order.ts'
import { QuoteReply } from '#contract/quote.ts'
import { type CardHolder, cardHolder } from '#tests/support/card-holder.ts'
import { CARD, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { typeCard } from '#tests/support/type-card.ts'

const PLAN = 1
const ALWAYS_ASKS = '4000002760003184'

// Each test buys, pays and asks the provider several times.
vi.setConfig({ testTimeout: 120_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

let holder: CardHolder
beforeEach(async () => {
  holder = await cardHolder(shop)
  // Each test buys with the one test card; to the shop it would be one person who never pays a
  // membership.
  await shop.deps.database.query('delete from member_price_uses')
})

const consent = { membership_plan_id: PLAN }
const mine = async (token = holder.token): Promise<Subscription[]> =>
  SubscriptionsReply.parse((await shop.call('GET', '/v1/subscriptions', { token })).body).subscriptions
const ask = (token = holder.token) =>
  shop.call('POST', '/v1/subscriptions', { token, body: { subscription: { plan_id: PLAN } } })
const change = (id: number, ends: boolean, token = holder.token) =>
  shop.call('PATCH', `/v1/subscriptions/${String(id)}`, {
    token,
    body: { subscription: { cancel_at_period_end: ends } },
  })
const subjects = (email: string) =>
  shop.mailer.sent.filter(({ to }) => to === email).map(({ subject }) => subject)
const atProvider = async () => (await shop.deps.stripe.subscriptions.list({ status: 'all', limit: 100 })).data

async function buy(card: string, token = holder.token, more: Record<string, unknown> = consent) {
  const order = await shop.order(token, 1, undefined, more)
  const source = await typeCard(shop.sandbox, card)
  const paid = await shop.pay(token, order, { stripe_source: source, return_url: 'http://shop.test/back' })
  expect(paid).toMatchObject({ status: 201 })
  return shop.read(token, order)
}

/** Proves to the bank that it is the buyer. */
async function prove(order: Order, token = holder.token) {
  const intent = (await shop.deps.stripe.paymentIntents.list({ limit: 1 })).data[0]
  const url = `${shop.deps.settings.publicUrl}/sandbox/3ds/${intent?.id ?? ''}`
  const body = new URLSearchParams({ outcome: 'complete' })
  await shop.sandbox.pages(new Request(url, { method: 'POST', body }))
  await shop.deliverEvents()
  return shop.read(token, order)
}

/** A member whose card paid, as the browser leaves it: order, payment, then section 7's call. */
async function join(card = CARD) {
  const order = await buy(card)
  expect(order.status).toBe('completed')
  const answer = await ask()
  expect(answer.status).toBe(200)
  return SubscriptionReply.parse(answer.body).subscription
}

async function quote(token: string | undefined, more: Record<string, unknown> = {}) {
  const { departureId, departAt } = await shop.nextFlight()
  const body = {
    brand_id: 1,
    departure_id: departureId,
    depart_at: departAt,
    quantity_type: 'seat',
    quantity: 1,
    ...more,
  }
  const answer = await shop.call('POST', '/v1/quotes', { body, ...(token ? { token } : {}) })
  return QuoteReply.parse(answer.body).quote
}

test('both brands sell the same plan and show its price and benefit', async () => {
  for (const brand of [1, 2]) {
    const { body } = await shop.call('GET', `/v1/plans?brand_id=${String(brand)}`)
    expect(PlansReply.parse(body).plans).toMatchObject([
      { id: PLAN, name: 'SkyClub', price: 99, interval: 'year', percent_off: 20 },
    ])
  }
})

test('consent gives the members’ price at once; without it the members’ code is invalid', async () => {
  const plain = await quote(undefined)
  const agreed = await quote(undefined, consent)
  expect(agreed.discount).toBe(45.8)
  expect(agreed.total).toBeLessThan(plain.total)
  expect(agreed.membership).toMatchObject({ by: 'consent', applied: true })
  const typed = await quote(undefined, { discount_code_code: 'SKYCLUBMEMBER' })
  expect(typed).toMatchObject({
    discount: 0,
    discount_code: { applied: false, message: 'SKYCLUBMEMBER is not a valid code' },
  })
  const looked = await shop.call('GET', '/v1/discount_codes/SKYCLUBMEMBER?brand_id=1')
  expect(looked.status).toBe(404)
})

test('a discount code is not combined with the members’ price, and the quote says so', async () => {
  const both = await quote(undefined, { ...consent, discount_code_code: 'FLY15' })
  expect(both.discount).toBe(45.8)
  expect(both.discount_code).toMatchObject({ code: 'FLY15', applied: false })
  expect(both.membership?.message).toBe('One price at a time: the SkyClub price stands in for FLY15.')
})

test('consent to a plan that is not sold changes no price, and an order with it is refused', async () => {
  expect((await quote(undefined, { membership_plan_id: 99 })).membership).toBeNull()
  await expect(shop.order(holder.token, 1, undefined, { membership_plan_id: 99 })).rejects.toThrow(
    'This membership is not sold any more',
  )
})

test('the membership starts when its order is completed, and not before', async () => {
  const order = await shop.order(holder.token, 1, undefined, consent)
  expect(await mine()).toEqual([])
  expect(order.membership).toEqual({
    ...{ plan_id: PLAN, plan_name: 'SkyClub', status: null },
    ...{ charge: { amount: 99, interval: 'year' }, paid_at: null },
  })
  const source = await typeCard(shop.sandbox, CARD)
  await shop.pay(holder.token, order, { stripe_source: source })
  expect((await mine())[0]).toMatchObject({ status: 'starting', order_id: order.id })
  const started = SubscriptionReply.parse((await ask()).body).subscription
  expect(started).toMatchObject({ status: 'active', member: true, cancel_at_period_end: false })
  expect(started.invoices).toMatchObject([{ amount: 99, status: 'paid' }])
  expect((await shop.read(holder.token, order)).membership?.status).toBe('active')
  await shop.runDueNow()
  expect(subjects(holder.email)).toContain('Welcome to SkyClub')
  const books = await shop.count(
    "select sum(amount_cents) from ledger_entries where account = 'sales:memberships'",
  )
  expect(books).toBeLessThanOrEqual(-9900)
})

test('withdrawn consent starts no membership, also when the price is the same without it', async () => {
  const query =
    'update discounts d set disable_for_seats = $1 from discount_codes c where c.discount_id = ' +
    'd.id and c.code = $2'
  const setOff = (off: boolean) => shop.deps.database.query(query, [off, 'SKYCLUBMEMBER'])
  await setOff(true)
  try {
    const flight = await shop.nextFlight()
    const agreed = await shop.order(holder.token, 1, flight, consent)
    expect(agreed).toMatchObject({ discount: 0, membership: { plan_id: PLAN } })
    const unticked = await shop.order(holder.token, 1, flight, { supersedes_order_id: agreed.id })
    expect(unticked).toMatchObject({ total: agreed.total, membership: null })
    const again = await shop.order(holder.token, 1, flight, { ...consent, supersedes_order_id: unticked.id })
    expect(again.membership).toMatchObject({ plan_id: PLAN })
  } finally {
    await setOff(false)
  }
})

test('a saved card that is typed again pays the membership too', async () => {
  await holder.save(CARD)
  expect((await join()).invoices).toMatchObject([{ amount: 99, status: 'paid' }])
  expect(await holder.cards()).toHaveLength(1)
})

test('the membership names the saved card while its duplicate is not removed yet', async () => {
  await holder.save(CARD)
  await buy(CARD)
  await shop.deps.database.query(
    `update sandbox.objects m set data = jsonb_set(m.data, '{customer}', i.data->'customer')
      from sandbox.objects i
     where i.type = 'payment_intent' and m.id = i.data->>'payment_method'
       and i.data->>'customer' is not null`,
  )
  await ask()
  const [made] = await atProvider()
  const { rows } = await shop.deps.database.query('select reference from credit_cards where user_id = $1', [
    holder.id,
  ])
  expect(rows).toEqual([{ reference: made?.default_payment_method }])
})

test('a card that is saved again with a new expiry date goes on paying the membership', async () => {
  await holder.save(CARD)
  await join()
  const [before] = await atProvider()
  const renewed = await holder.add({ stripe_token: 'pm_card_visa' })
  expect(renewed.status).toBe(201)
  const [after] = await atProvider()
  const { rows } = await shop.deps.database.query('select reference from credit_cards where user_id = $1', [
    holder.id,
  ])
  expect(after?.default_payment_method).not.toBe(before?.default_payment_method)
  expect(rows).toEqual([{ reference: after?.default_payment_method }])
})

test('a membership whose card was removed is paid on the payment page', async () => {
  await buy(CARD)
  const [card] = await holder.cards()
  await shop.call('DELETE', `${holder.path}/${String(card?.id)}`, { token: holder.token })
  const { subscription } = SubscriptionReply.parse((await ask()).body)
  expect(subscription).toMatchObject({ status: 'incomplete', invoices: [{ status: 'open' }] })
})

test('repeated requests, two workers and late events make one membership with one invoice', async () => {
  await buy(CARD)
  const before = (await atProvider()).length
  await Promise.all([ask(), ask(), shop.runDueNow()])
  await shop.deliverEvents(2)
  await ask()
  expect((await atProvider()).length).toBe(before + 1)
  const [only, ...others] = await mine()
  expect(others).toEqual([])
  expect(only?.invoices).toHaveLength(1)
  expect(subjects(holder.email).filter((one) => one === 'Welcome to SkyClub')).toHaveLength(1)
})

test('a member gets the members’ price by itself, and no second membership', async () => {
  await join()
  const own = await quote(holder.token)
  expect(own).toMatchObject({
    discount: 45.8,
    credit_hidden: null,
    membership: { by: 'member', applied: true },
  })
  const order = await buy(CARD, holder.token)
  expect(order).toMatchObject({ status: 'completed', membership: null })
  expect(await mine()).toHaveLength(1)
  const worse = await quote(holder.token, { discount_code_code: 'FLY15' })
  expect(worse.discount_code?.message).toBe(
    'Your SkyClub price takes as much off as FLY15 or more, so it stands.',
  )
  const better = await quote(holder.token, { discount_code_code: 'LASTONE' })
  expect(better).toMatchObject({
    discount: 50,
    discount_code: { applied: true },
    membership: { applied: false },
  })
  expect((await shop.order(holder.token, 1, undefined, { discount_code_code: 'FLY15' })).discount).toBe(45.8)
})

test('a payment that the cardholder must confirm is charged on the payment page only', async () => {
  const order = await buy(ALWAYS_ASKS)
  expect((await prove(order)).status).toBe('completed')
  const { subscription } = SubscriptionReply.parse((await ask()).body)
  expect(subscription).toMatchObject({ status: 'incomplete', member: false })
  await shop.runDueNow()
  expect(subjects(holder.email)).toContain('One step left for your SkyClub membership')
  await shop.sandbox.pages(
    new Request(subscription.payment_url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ number: CARD, expiry: '12/30', cvc: '123' }),
    }),
  )
  await shop.deliverEvents()
  expect((await mine())[0]).toMatchObject({ status: 'active', payment_url: null })
})

test('a membership bought without a flight is made once when the form is sent twice', async () => {
  const first = await ask()
  expect(first.status).toBe(201)
  const again = await ask()
  expect(again.status).toBe(200)
  const { subscription } = SubscriptionReply.parse(again.body)
  expect(subscription).toMatchObject({ status: 'incomplete', order_id: null })
  expect(subscription.payment_url).toMatch(/\/sandbox\/invoice\/in_/)
})

test('a guest can join, and another guest with the same address sees nothing of it', async () => {
  const email = `guest${String(Date.now())}@example.com`
  const token = await shop.guest(email)
  const order = await buy(CARD, token)
  await ask(token)
  expect((await shop.read(token, order)).membership?.status).toBe('active')
  expect(await mine(token)).toHaveLength(1)
  expect(
    await shop.count(
      'select count(*) from credit_cards c join users u on u.id = c.user_id where u.email = $1',
      email,
    ),
  ).toBe(0)
  const other = await shop.guest(email)
  expect(await mine(other)).toEqual([])
  // The address has one already: its price is for who logs in.
  await expect(shop.order(other, 1, undefined, consent)).rejects.toThrow('Log in to fly at its price')
})

test('nobody can read or change the membership of somebody else', async () => {
  const { id } = await join()
  const stranger = await cardHolder(shop)
  expect(await mine(stranger.token)).toEqual([])
  expect((await change(id, true, stranger.token)).status).toBe(404)
  const guest = await shop.guest(holder.email)
  expect((await change(id, true, guest)).status).toBe(403)
})
