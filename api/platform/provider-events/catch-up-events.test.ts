import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { recoverMissedEvents } from './catch-up-events.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

let people = 0
/** An order paid by card whose provider events were processed. */
async function paidOrder() {
  const email = `missed${String((people += 1))}@example.com`
  const token = await shop.guest(email)
  const order = await shop.order(token, 2)
  expect((await shop.pay(token, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
  await shop.deliverEvents()
  const { rows } = await shop.deps.database.query('select payment_intent from payments where order_id = $1', [
    order.id,
  ])
  return { email, order, intent: String(rows[0]?.['payment_intent']) }
}

/** The provider sends its events, retries for three days, and stops. */
async function loseEvents() {
  const { webhooks } = shop.sandbox.control
  await webhooks.release(() => [])
  webhooks.hold()
  shop.clock.advance(3 * 24 * 60)
  await shop.runDueNow()
}

const row = async (statement: string, ...values: unknown[]) =>
  (await shop.deps.database.query(statement, values)).rows[0]
const waiting = () => shop.count('select count(*) from webhook_inbox where handled_at is null')

test('a refund made at the provider whose events were lost is found, posted and mailed once', async () => {
  const { email, order, intent } = await paidOrder()
  await shop.deps.stripe.refunds.create({ payment_intent: intent })
  await loseEvents()
  expect(await row('select status from orders where id = $1', order.id)).toEqual({ status: 'completed' })

  expect(await recoverMissedEvents(shop.deps)).toBeGreaterThan(0)
  expect(await waiting()).toBeGreaterThan(0)
  await shop.runDueNow()
  expect(await row('select status from orders where id = $1', order.id)).toEqual({ status: 'refunded' })
  expect(
    await shop.count(
      "select coalesce(sum(seats), 0) from holds where state = 'sold' and order_id = $1",
      order.id,
    ),
  ).toBe(0)

  expect(await recoverMissedEvents(shop.deps)).toBe(0)
  await shop.runDueNow()
  expect(shop.mailer.to(email).filter(({ subject }) => subject.includes('back to you'))).toHaveLength(1)
})

test('a dispute that was opened and lost without events is found', async () => {
  const { intent } = await paidOrder()
  const { disputes } = shop.sandbox.control
  await disputes.decide(await disputes.open(intent), 'lost')
  await loseEvents()
  await recoverMissedEvents(shop.deps)
  await shop.runDueNow()
  expect(await row('select dispute_state from payments where payment_intent = $1', intent)).toEqual({
    dispute_state: 'lost',
  })
})

test('events of several pages are read, and received ones are not recorded again', async () => {
  const { intent } = await paidOrder()
  await shop.sandbox.control.disputes.open(intent)
  await shop.deliverEvents()
  // Enough updates of it to fill more than a page, written without a call for each.
  await shop.deps.database.query(
    `insert into sandbox.objects (id, type, version, created, due, data, hidden)
     select 'evt_more' || n, type, version, created, due, jsonb_set(data, '{id}', to_jsonb('evt_more' ||
       n)), hidden
     from sandbox.objects cross join generate_series(1, 110) n
     where type = 'event' and data->>'type' = 'charge.dispute.created'
       and data->'data'->'object'->>'payment_intent' = $1`,
    [intent],
  )
  expect(await recoverMissedEvents(shop.deps)).toBe(110)
  expect(await recoverMissedEvents(shop.deps)).toBe(0)
  expect(await waiting()).toBe(110)
  await shop.deps.database.query('update webhook_inbox set handled_at = received_at where handled_at is null')
})

test('nothing is recorded while the provider is unavailable, and the next run finds all events', async () => {
  const { order, intent } = await paidOrder()
  await shop.deps.stripe.refunds.create({ payment_intent: intent })
  await loseEvents()
  shop.sandbox.control.failNext('before', 'GET /v1/events')
  await expect(recoverMissedEvents(shop.deps)).rejects.toThrow()
  expect(await waiting()).toBe(0)
  await recoverMissedEvents(shop.deps)
  await shop.runDueNow()
  expect(await row('select status from orders where id = $1', order.id)).toEqual({ status: 'refunded' })
})

test('events older than the inbox’s retention are ignored', async () => {
  const { order, intent } = await paidOrder()
  await shop.deps.stripe.refunds.create({ payment_intent: intent })
  await loseEvents()
  shop.clock.advance(27 * 24 * 60)
  expect(await recoverMissedEvents(shop.deps)).toBe(0)
  expect(await row('select status from orders where id = $1', order.id)).toEqual({ status: 'completed' })
})
