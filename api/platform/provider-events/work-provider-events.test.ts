import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const reads = () =>
  shop.sandbox.control
    .requests()
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/payment_intents')).length
const inbox = async () =>
  (
    await shop.deps.database.query(
      `select type, handled_at is not null as handled from webhook_inbox order by type`,
    )
  ).rows

test('the events of a payment that was applied read nothing from the provider', async () => {
  const token = await shop.guest('applied@example.com')
  const order = await shop.order(token, 1)
  expect((await shop.pay(token, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
  const { webhooks } = shop.sandbox.control
  await webhooks.release((events) => events)
  await webhooks.settled()
  expect(await inbox()).toEqual([
    // It has no effect, so no worker waits for it.
    { type: 'charge.succeeded', handled: true },
    { type: 'payment_intent.created', handled: false },
    { type: 'payment_intent.succeeded', handled: false },
  ])
  const before = reads()
  await shop.runDueNow()
  expect((await inbox()).map(({ handled }) => handled)).toEqual([true, true, true])
  expect(reads()).toBe(before)
  expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
})
