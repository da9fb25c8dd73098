import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { createRefund } from './create-refund.ts'
import { issueRefund } from './issue-refund.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { recordRefund } from './record-refund.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

let people = 0
/** An order paid with a card whose refunds end as the card's name says. */
async function paidOrder(card = 'pm_card_visa') {
  const email = `refund${String((people += 1))}@example.com`
  const token = await shop.guest(email)
  const order = await shop.order(token, 2)
  expect((await shop.pay(token, order, { stripe_source: card })).status).toBe(201)
  const { rows } = await shop.deps.database.query(
    'select id, payment_intent from payments where order_id = $1',
    [order.id],
  )
  const [row] = rows
  await shop.deliverEvents()
  return { email, token, order, paymentId: Number(row?.['id']), intent: String(row?.['payment_intent']) }
}

const cents = (order: Order) => Math.round(order.total * 100)
const statusOf = async (orderId: number) =>
  (await shop.deps.database.query('select status from orders where id = $1', [orderId])).rows[0]?.['status']
const seatsSold = (orderId: number) =>
  shop.count("select coalesce(sum(seats), 0) from holds where state = 'sold' and order_id = $1", orderId)
const balance = (orderId: number, account: string) =>
  shop.count(
    'select coalesce(sum(e.amount_cents), 0) from ledger_entries e join ledger_transactions t ' +
      'on t.id = e.transaction_id where t.order_id = $1 and e.account = $2',
    orderId,
    account,
  )
const refundsOf = async (orderId: number) =>
  (
    await shop.deps.database.query(
      'select amount_cents, state, origin from refunds where order_id = $1 order by id',
      [orderId],
    )
  ).rows
const refundedCents = (paymentId: number) =>
  shop.count('select refunded_cents from payments where id = $1', paymentId)
const refundMails = (email: string) =>
  shop.mailer.to(email).filter(({ subject }) => subject.includes('back to you'))

describe('refunds on the provider’s own pages', () => {
  test(
    'a part, then the rest: booked, the order follows, the seats are free at the end, one mail ' + 'each',
    async () => {
      const { email, order, paymentId, intent } = await paidOrder()
      await shop.deps.stripe.refunds.create({ payment_intent: intent, amount: 5000 })
      await shop.deliverEvents(3)
      expect(await statusOf(order.id)).toBe('partially_refunded')
      expect(await seatsSold(order.id)).toBe(2)
      expect(await balance(order.id, 'refunds')).toBe(5000)
      expect(refundMails(email).map(({ text }) => text.includes('stands as booked'))).toEqual([true])

      await shop.deps.stripe.refunds.create({ payment_intent: intent })
      await shop.deliverEvents(2)
      expect(await statusOf(order.id)).toBe('refunded')
      expect(await seatsSold(order.id)).toBe(0)
      expect(await refundedCents(paymentId)).toBe(cents(order))
      expect(await balance(order.id, 'stripe')).toBe(0)
      expect(await refundsOf(order.id)).toEqual([
        { amount_cents: 5000, state: 'succeeded', origin: 'provider' },
        { amount_cents: cents(order) - 5000, state: 'succeeded', origin: 'provider' },
      ])
      expect(refundMails(email)).toHaveLength(2)
      expect(await shop.count('select coalesce(sum(amount_cents), 0) from ledger_entries')).toBe(0)
    },
  )

  test('a refund that the bank rejects is reversed in the ledger and can be refunded again', async () => {
    const { order, paymentId, intent } = await paidOrder('pm_card_refundFail')
    await shop.deps.stripe.refunds.create({ payment_intent: intent, amount: 5000 })
    await shop.deliverEvents()
    expect(await balance(order.id, 'refunds')).toBe(5000)
    shop.clock.advance(2)
    await shop.sandbox.tick()
    await shop.deliverEvents(2)
    expect(await refundsOf(order.id)).toEqual([{ amount_cents: 5000, state: 'failed', origin: 'provider' }])
    expect(await balance(order.id, 'refunds')).toBe(0)
    expect(await refundedCents(paymentId)).toBe(0)
  })

  test(
    'one that takes its time is booked when it is through, and old news afterwards changes ' + 'nothing',
    async () => {
      const { order, intent } = await paidOrder('pm_card_pendingRefund')
      const made = await shop.deps.stripe.refunds.create({ payment_intent: intent, amount: 5000 })
      await shop.deliverEvents()
      expect([await statusOf(order.id), await balance(order.id, 'refunds')]).toEqual(['completed', 0])
      shop.clock.advance(2)
      await shop.runDueNow()
      expect([await statusOf(order.id), await balance(order.id, 'refunds')]).toEqual([
        'partially_refunded',
        5000,
      ])
      await recordRefund(
        shop.deps,
        await shop.count('select id from refunds where reference = $1', made.id),
        {
          ...made,
          status: 'pending',
        },
      )
      expect(await balance(order.id, 'refunds')).toBe(5000)
    },
  )

  test('a refund of an unknown payment first books the sale and then the refund', async () => {
    const token = await shop.guest('unheard@example.com')
    const order = await shop.order(token, 1)
    await shop.payPage(await shop.hosted(token, order))
    const { data } = await shop.deps.stripe.paymentIntents.list({ limit: 1 })
    await shop.deps.stripe.refunds.create({ payment_intent: data[0]?.id ?? '' })
    // The events about the payment are lost; the one about its refund arrives.
    const { webhooks } = shop.sandbox.control
    await webhooks.release((events) => events.filter(({ type }) => type === 'charge.refunded'))
    await webhooks.settled()
    webhooks.hold()
    await shop.runDueNow()
    expect(await statusOf(order.id)).toBe('refunded')
    expect(await seatsSold(order.id)).toBe(0)
  })

  test('a manual refund at the provider while ours was waiting counts as ours', async () => {
    const { order, paymentId, intent } = await paidOrder()
    const refund = {
      paymentId,
      amountCents: cents(order),
      reason: 'test',
      idemKey: `test:${String(paymentId)}`,
      now: shop.clock.now(),
    }
    const written = await shop.deps.database.db.transaction((tx) => createRefund(tx, refund))
    const again = await shop.deps.database.db.transaction((tx) => createRefund(tx, refund))
    expect(again).toEqual(written)
    await shop.deps.stripe.refunds.create({ payment_intent: intent })
    if (written.ok) await issueRefund(shop.deps, written.refundId)
    expect(await refundsOf(order.id)).toEqual([
      { amount_cents: cents(order), state: 'succeeded', origin: 'automatic' },
    ])
    const more = { ...refund, amountCents: 1, idemKey: 'test:more' }
    expect(await shop.deps.database.db.transaction((tx) => createRefund(tx, more))).toEqual({
      ok: false,
      reason: 'more_than_paid',
    })
  })

  test(
    'a refund whose answer and events were lost is given once, also when ' + 'repeated a day later',
    async () => {
      const { order, paymentId, intent } = await paidOrder()
      const refund = {
        paymentId,
        amountCents: 5000,
        reason: 'test',
        idemKey: `late:${String(paymentId)}`,
        now: shop.clock.now(),
      }
      const written = await shop.deps.database.db.transaction((tx) => createRefund(tx, refund))
      shop.sandbox.control.failNext('lost', 'POST /v1/refunds')
      if (written.ok) await issueRefund(shop.deps, written.refundId)
      await shop.sandbox.control.webhooks.release(() => [])
      shop.sandbox.control.webhooks.hold()
      shop.clock.advance(25 * 60)
      if (written.ok) await issueRefund(shop.deps, written.refundId)
      const given = await shop.deps.stripe.refunds.list({ payment_intent: intent })
      expect(given.data.map(({ amount }) => amount)).toEqual([5000])
      expect(await refundsOf(order.id)).toEqual([
        { amount_cents: 5000, state: 'succeeded', origin: 'automatic' },
      ])
    },
  )

  test('a payment of another shop is left alone', async () => {
    await shop.deps.stripe.paymentIntents
      .create({
        amount: 900,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
        return_url: 'http://shop.test/',
      })
      .then(({ id }) => reconcileRefunds(shop.deps, id))
    await shop.deliverEvents()
    expect(await shop.count('select count(*) from webhook_inbox where handled_at is null')).toBe(0)
  })
})

describe('disputes', () => {
  const disputeOf = async (paymentId: number) =>
    (await shop.deps.database.query('select dispute_state from payments where id = $1', [paymentId]))
      .rows[0]?.['dispute_state']
  const history = (orderId: number, reason: string) =>
    shop.count('select count(*) from order_events where order_id = $1 and reason = $2', orderId, reason)
  let tries = 0
  const tryRefund = (paymentId: number) =>
    shop.deps.database.db.transaction((tx) =>
      createRefund(tx, {
        paymentId,
        amountCents: 100,
        reason: 'test',
        idemKey: `try:${String((tries += 1))}`,
        now: shop.clock.now(),
      }),
    )

  test(
    'an open dispute is marked once and blocks refunds, and a won dispute ' + 'allows them again',
    async () => {
      const { order, paymentId, intent } = await paidOrder()
      const dispute = await shop.sandbox.control.disputes.open(intent)
      await shop.deliverEvents(3)
      expect(await disputeOf(paymentId)).toBe('open')
      expect(await history(order.id, 'the payer disputes the payment')).toBe(1)
      expect(await tryRefund(paymentId)).toEqual({ ok: false, reason: 'charge_disputed' })
      await shop.sandbox.control.disputes.decide(dispute, 'won')
      await shop.deliverEvents(2)
      expect(await disputeOf(paymentId)).toBe('won')
      expect(await history(order.id, 'the dispute was won')).toBe(1)
      expect(await statusOf(order.id)).toBe('completed')
      expect((await tryRefund(paymentId)).ok).toBe(true)
      await shop.runDueNow()
      expect(await balance(order.id, 'refunds')).toBe(100)
    },
  )

  test('a won dispute does not end a second dispute of the same payment', async () => {
    const { order, paymentId, intent } = await paidOrder()
    const { disputes } = shop.sandbox.control
    const [first, second] = [await disputes.open(intent), await disputes.open(intent)]
    await shop.deliverEvents()
    expect(await history(order.id, 'the payer disputes the payment')).toBe(2)
    await disputes.decide(first, 'won')
    await shop.deliverEvents(2)
    expect(await history(order.id, 'the dispute was won')).toBe(1)
    expect(await disputeOf(paymentId)).toBe('open')
    expect(await tryRefund(paymentId)).toEqual({ ok: false, reason: 'charge_disputed' })
    await disputes.decide(second, 'won')
    await shop.deliverEvents(2)
    expect(await disputeOf(paymentId)).toBe('won')
  })

  test('a lost dispute books the money as gone and prevents a refund', async () => {
    const { order, paymentId, intent } = await paidOrder()
    const waiting = await tryRefund(paymentId)
    const dispute = await shop.sandbox.control.disputes.open(intent)
    await shop.deliverEvents()
    await shop.sandbox.control.disputes.decide(dispute, 'lost')
    await shop.deliverEvents(2)
    await shop.runDueNow()
    expect(waiting.ok).toBe(true)
    expect(await disputeOf(paymentId)).toBe('lost')
    expect(await balance(order.id, 'disputes')).toBe(cents(order))
    expect(await balance(order.id, 'stripe')).toBe(0)
    expect(await tryRefund(paymentId)).toEqual({ ok: false, reason: 'charge_disputed' })
    expect(await refundsOf(order.id)).toEqual([{ amount_cents: 100, state: 'failed', origin: 'automatic' }])
    expect((await shop.deps.stripe.refunds.list({ payment_intent: intent })).data).toEqual([])
  })
})
