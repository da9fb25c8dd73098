import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepSubscriptions } from '#api/memberships/sweep-subscriptions.ts'
import { logInAgain, openAccount } from '../support/give-tenders.ts'
import { type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { typeCard } from '../support/type-card.ts'

const PLAN = 1
const MASTERCARD = '5555555555554444'
const CARD = { stripe_source: 'pm_card_visa' }

let shop: PayingShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ shop, close } = await openRacingShop())
})
afterAll(() => close())

test('ten orders of one account that complete at once with one plan start one membership', async () => {
  const who = await openAccount(shop.deps)
  const orders = []
  for (let number = 0; number < 10; number++) {
    const token = await logInAgain(shop.deps, who.userId)
    orders.push({ token, order: await shop.order(token, 1, undefined, { membership_plan_id: PLAN }) })
    // The test makes them look like orders from before the members' price was limited to one.
    await shop.deps.database.query('delete from member_price_uses')
  }
  await Promise.all(orders.map(({ token, order }) => shop.pay(token, order, CARD)))
  await Promise.all([
    ...Array.from({ length: 5 }, () => sweepSubscriptions(shop.deps)),
    ...orders.map(({ token }) =>
      shop.call('POST', '/v1/subscriptions', { token, body: { subscription: { plan_id: PLAN } } }),
    ),
  ])
  await shop.deliverEvents(2)
  const count = (statement: string) => shop.count(statement, who.userId)
  expect(await count("select count(*) from orders where user_id = $1 and status = 'completed'")).toBe(10)
  expect(await count("select count(*) from subscriptions where user_id = $1 and status = 'active'")).toBe(1)
  expect(await count('select count(*) from subscriptions where user_id = $1')).toBe(1)
  const { data } = await shop.deps.stripe.subscriptions.list({ status: 'all', limit: 100 })
  expect(data.filter(({ metadata }) => metadata['user_id'] === String(who.userId))).toHaveLength(1)
})

test('of ten parallel orders of one person in ten spellings one gets the members’ price', async () => {
  const tokens = await Promise.all(
    Array.from({ length: 10 }, (_, tag) => shop.guest(`race.once+${String(tag)}@example.com`)),
  )
  const flights = []
  for (const token of tokens) flights.push({ token, flight: await shop.nextFlight() })
  const placed = await Promise.allSettled(
    flights.map(({ token, flight }) => shop.order(token, 1, flight, { membership_plan_id: PLAN })),
  )
  const made = placed.filter((one) => one.status === 'fulfilled')
  expect(made).toHaveLength(1)
  for (const one of placed) {
    if (one.status === 'rejected')
      expect(String(one.reason)).toContain('You had the members’ price once already')
  }
})

test('of two people who pay with one card at once one is charged the members’ price', async () => {
  const orders = []
  for (const name of ['first.card', 'second.card']) {
    const token = await shop.guest(`${name}@example.com`)
    orders.push({ token, order: await shop.order(token, 1, undefined, { membership_plan_id: PLAN }) })
  }
  const cards = [await typeCard(shop.sandbox, MASTERCARD), await typeCard(shop.sandbox, MASTERCARD)]
  const answers = await Promise.all(
    orders.map(({ token, order }, at) => shop.pay(token, order, { stripe_source: cards[at] })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
})
