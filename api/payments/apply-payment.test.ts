import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newestSecret } from '#settings/key-ring.ts'
import { idleQueue, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { applyPayment } from './apply-payment.ts'
import { closeAttempt } from './close-attempt.ts'
import { sendMails } from '../mails/send-mails.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

let people = 0
async function anOrder(seats = 1, flight = shop.nextFlight()) {
  const email = `buyer${String((people += 1))}@example.com`
  const token = await shop.guest(email)
  return { email, token, order: await shop.order(token, seats, await flight) }
}
const paymentsOf = (orderId: number) =>
  shop.count('select count(*) from payments where order_id = $1', orderId)
const seatsSold = (orderId: number) =>
  shop.count("select coalesce(sum(seats), 0) from holds where state = 'sold' and order_id = $1", orderId)
const balance = (account: string) =>
  shop.count('select coalesce(sum(amount_cents), 0) from ledger_entries where account = $1', account)
const mailsTo = (email: string, subject: RegExp) =>
  shop.mailer.to(email).filter((mail) => subject.test(mail.subject))
const statusOf = async (orderId: number) => {
  const { rows } = await shop.deps.database.query('select status from orders where id = $1', [orderId])
  return rows[0]?.['status']
}

describe('money for an order', () => {
  test('ten reports by returns and events give one payment, one mail and a balanced ledger', async () => {
    const { email, token, order } = await anOrder(2)
    const payment = await shop.hosted(token, order)
    const stripeBefore = await balance('stripe')
    await shop.payPage(payment)
    const reference = payment.reference ?? ''
    await Promise.all([
      ...Array.from({ length: 5 }, () => shop.read(token, order)),
      ...Array.from({ length: 5 }, () => applyPayment(shop.deps, { reference })),
    ])
    await shop.deliverEvents(3)
    await shop.deliverEvents()
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
    expect(await paymentsOf(order.id)).toBe(1)
    expect(await seatsSold(order.id)).toBe(2)
    expect(await shop.count('select coalesce(sum(amount_cents), 0) from ledger_entries')).toBe(0)
    expect((await balance('stripe')) - stripeBefore).toBe(Math.round(order.total * 100))
    const [mail, ...more] = mailsTo(email, /booked/)
    expect(more).toEqual([])
    const calendar = new ICAL.Component(ICAL.parse(mail?.attachments[0]?.content ?? ''))
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1)
    expect(mail?.text).toMatch(/http:\/\/shop\.test\/orders\/[0-9a-f]{48}\n/)
  })

  test('an event alone completes the order of a browser that never returns', async () => {
    const { email, token, order } = await anOrder()
    await shop.payPage(await shop.hosted(token, order))
    await shop.deliverEvents()
    expect(await statusOf(order.id)).toBe('completed')
    expect(mailsTo(email, /booked/)).toHaveLength(1)
  })

  test('the sweeper finds a payment after five minutes without return and event', async () => {
    const { token, order } = await anOrder()
    await shop.payPage(await shop.hosted(token, order))
    await shop.runDueNow()
    expect(await statusOf(order.id)).toBe('awaiting_payment')
    shop.clock.advance(6)
    await shop.runDueNow()
    expect(await statusOf(order.id)).toBe('completed')
  })

  test('a lost answer of the provider leads to the same page, created once', async () => {
    const { token, order } = await anOrder()
    shop.sandbox.control.failNext('lost', 'POST /v1/checkout/sessions')
    const how = { hosted: true, return_url: 'http://shop.test/order-confirmation' }
    const lost = await shop.pay(token, order, how)
    expect(lost).toMatchObject({ status: 503, body: { code: 'payment_provider_unavailable' } })
    const payment = await shop.hosted(token, order)
    await shop.payPage(payment)
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
    expect(await shop.count('select count(*) from payment_attempts where order_id = $1', order.id)).toBe(1)
    const pages = await shop.deps.stripe.checkout.sessions.list({ limit: 100 })
    expect(pages.data.filter((one) => one.client_reference_id === String(order.id))).toHaveLength(1)
  })

  test('a failure at the end leaves no payment and no mail, and the next run completes both', async () => {
    const { email, token, order } = await anOrder()
    const payment = await shop.hosted(token, order)
    await shop.payPage(payment)
    const wake = () => {
      throw new Error('the connection is gone')
    }
    const jobs = { ...idleQueue, wake }
    const failing = applyPayment({ ...shop.deps, jobs }, { attemptId: payment.id })
    await expect(failing).rejects.toThrow('the connection is gone')
    expect(await paymentsOf(order.id)).toBe(0)
    expect(await seatsSold(order.id)).toBe(0)
    await sendMails(shop.deps)
    expect(mailsTo(email, /booked/)).toEqual([])
    expect(await applyPayment(shop.deps, { attemptId: payment.id })).toMatchObject({ outcome: 'completed' })
    // Only the outbox sends mails: nothing leaves until it runs.
    expect(mailsTo(email, /booked/)).toEqual([])
    await sendMails(shop.deps)
    expect(mailsTo(email, /booked/)).toHaveLength(1)
  })

  test('an event about a payment without a stored reference finds it by our metadata', async () => {
    const { token, order } = await anOrder()
    const payment = await shop.hosted(token, order)
    await shop.deps.database.query(
      "update payment_attempts set reference = null, state = 'created', url = null where order_id = $1",
      [order.id],
    )
    await shop.payPage(payment)
    await shop.deliverEvents()
    expect(await statusOf(order.id)).toBe('completed')
  })
})

describe('money that cannot be kept', () => {
  test('a wrong amount is refunded and the order is not completed', async () => {
    const { email, token, order } = await anOrder()
    const payment = await shop.hosted(token, order)
    await shop.payPage(payment)
    await shop.deps.database.query(
      'update payment_attempts set amount_cents = amount_cents + 1 where order_id = $1',
      [order.id],
    )
    const owedBefore = await balance('owed')
    await shop.read(token, order)
    await shop.runDueNow()
    expect(await statusOf(order.id)).toBe('awaiting_payment')
    expect(
      await shop.count("select count(*) from refunds where state = 'succeeded' and order_id = $1", order.id),
    ).toBe(1)
    expect(await balance('owed')).toBe(owedBefore)
    expect(mailsTo(email, /on its way back/)).toHaveLength(1)
    expect(mailsTo(email, /booked/)).toHaveLength(0)
  })

  /** An order that expired while its hosted page was still paid. */
  async function paidTooLate(
    meanwhile: (flight: { departureId: number; departAt: string }) => Promise<void>,
  ) {
    const flight = await shop.nextFlight()
    const late = await anOrder(4, Promise.resolve(flight))
    const payment = await shop.hosted(late.token, late.order)
    // The attempt was closed here although it was still open at the provider.
    await shop.deps.database.query(
      "update payment_attempts set state = 'canceled', closed_at = created_at where order_id = $1",
      [late.order.id],
    )
    await shop.deps.database.query('update holds set payment_open = false where order_id = $1', [
      late.order.id,
    ])
    await shop.deps.database.query('update holds set expires_at = created_at where order_id = $1', [
      late.order.id,
    ])
    await shop.runDueNow()
    expect(await statusOf(late.order.id)).toBe('expired')
    await meanwhile(flight)
    await shop.payPage(payment)
    await shop.deliverEvents(2)
    return late
  }

  test('a late payment completes the order while its seats are free', async () => {
    const { email, order } = await paidTooLate(() => Promise.resolve())
    expect(await statusOf(order.id)).toBe('completed')
    expect(await seatsSold(order.id)).toBe(4)
    expect(mailsTo(email, /booked/)).toHaveLength(1)
  })

  test('a late payment for taken seats is refunded once and the order is cancelled', async () => {
    const { email, order } = await paidTooLate(async (flight) => {
      await anOrder(1, Promise.resolve(flight))
    })
    expect(await statusOf(order.id)).toBe('cancelled')
    expect(await seatsSold(order.id)).toBe(0)
    const { rows } = await shop.deps.database.query(
      'select r.state, r.amount_cents, p.refunded_cents from refunds r join payments p on p.id ' +
        '= r.payment_id where r.order_id = $1',
      [order.id],
    )
    const cents = Math.round(order.total * 100)
    expect(rows).toEqual([{ state: 'succeeded', amount_cents: cents, refunded_cents: cents }])
    expect(mailsTo(email, /on its way back/)).toHaveLength(1)
    expect(mailsTo(email, /booked/)).toHaveLength(0)
    expect(await shop.count('select coalesce(sum(amount_cents), 0) from ledger_entries')).toBe(0)
  })

  test('a refund without an answer is requested again with the same key', async () => {
    shop.sandbox.control.failNext('lost', 'POST /v1/refunds')
    const { order } = await paidTooLate(async (flight) => {
      await anOrder(1, Promise.resolve(flight))
    })
    await shop.runDueNow()
    expect(
      await shop.count("select count(*) from refunds where state = 'succeeded' and order_id = $1", order.id),
    ).toBe(1)
    const keys = shop.sandbox.control
      .requests()
      .filter((one) => one.path === '/v1/refunds')
      .slice(-2)
    expect(new Set(keys.map((one) => one.idempotencyKey)).size).toBe(1)
  })
})

describe('payments that never arrive', () => {
  test('an expired page releases the seats', async () => {
    const flight = await shop.nextFlight()
    const { token, order } = await anOrder(4, Promise.resolve(flight))
    await shop.hosted(token, order)
    shop.clock.advance(20)
    await shop.runDueNow()
    expect(await statusOf(order.id)).toBe('awaiting_payment')
    shop.clock.advance(12)
    await shop.sandbox.tick()
    await shop.deliverEvents()
    shop.clock.advance(3)
    await shop.runDueNow()
    expect(await statusOf(order.id)).toBe('expired')
    await anOrder(4, Promise.resolve(flight))
  })

  test('an abandoned card payment is closed at the provider before its seats are released', async () => {
    const { token, order } = await anOrder()
    await shop.pay(token, order, {
      stripe_source: 'pm_card_threeDSecure2Required',
      return_url: 'http://shop.test/order-confirmation',
    })
    shop.clock.advance(16)
    shop.sandbox.control.failNext('before', 'GET /v1/payment_intents')
    await shop.runDueNow()
    await shop.runDueNow()
    const { rows } = await shop.deps.database.query(
      'select reference, state from payment_attempts where order_id = $1',
      [order.id],
    )
    expect(rows[0]?.['state']).toBe('canceled')
    const intent = await shop.deps.stripe.paymentIntents.retrieve(String(rows[0]?.['reference']))
    expect(intent.status).toBe('canceled')
    expect(await statusOf(order.id)).toBe('expired')
  })
})

describe('closing a payment', () => {
  const pinned = (orderId: number) =>
    shop.count('select count(*) from holds where payment_open and order_id = $1', orderId)

  test('the seats stay reserved while the provider does not answer, however late it is', async () => {
    const { token, order } = await anOrder()
    const payment = await shop.hosted(token, order)
    const path = `/v1/checkout/sessions/${String(payment.reference)}/expire`
    shop.sandbox.control.failNext('busy', `POST ${path}`)
    expect(await closeAttempt(shop.deps, payment.id)).toEqual({
      ok: false,
      reason: 'payment_provider_unavailable',
    })
    expect(await pinned(order.id)).toBe(1)
    expect(await closeAttempt(shop.deps, payment.id)).toEqual({ ok: true, outcome: 'closed' })
    expect(await pinned(order.id)).toBe(0)
    expect(await shop.read(token, order)).toMatchObject({ status: 'awaiting_payment', payment_url: null })
  })

  test('a payment that arrives first completes the order instead', async () => {
    const { token, order } = await anOrder()
    const payment = await shop.hosted(token, order)
    await shop.payPage(payment)
    expect(await closeAttempt(shop.deps, payment.id)).toEqual({ ok: true, outcome: 'completed' })
    expect(await statusOf(order.id)).toBe('completed')
  })
})

describe('the provider’s events', () => {
  const noted = (id: string) => shop.count('select count(*) from webhook_inbox where event_id = $1', id)
  const tell = (body: string, signature: string) =>
    shop.call('POST', '/v1/stripe/webhooks', { body, headers: { 'stripe-signature': signature } })
  const sign = (payload: string, secret = newestSecret(shop.deps.settings.secrets.webhook)) => {
    const timestamp = Math.floor(shop.clock.now().getTime() / 1000)
    return shop.deps.stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp })
  }

  test('a forged or altered event is refused, and a repeated one is stored once', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.created',
      data: { object: { id: 'cus_1' } },
    })
    expect((await tell(body, 't=1,v1=00')).status).toBe(400)
    expect((await tell(body, await sign(body, 'whsec_of_somebody_else'))).status).toBe(400)
    expect((await tell(body.replace('cus_1', 'cus_2'), await sign(body))).status).toBe(400)
    expect(await noted('evt_1')).toBe(0)
    for (let time = 0; time < 2; time++) expect((await tell(body, await sign(body))).status).toBe(200)
    expect(await noted('evt_1')).toBe(1)
  })

  test(
    'an event that calls an unpaid page paid changes nothing, because the page ' + 'itself is read',
    async () => {
      const { token, order } = await anOrder()
      const { reference } = await shop.hosted(token, order)
      const object = {
        id: reference,
        object: 'checkout.session',
        status: 'complete',
        payment_status: 'paid',
        amount_total: order.total * 100,
      }
      const body = JSON.stringify({
        id: 'evt_2',
        object: 'event',
        type: 'checkout.session.completed',
        data: { object },
      })
      expect((await tell(body, await sign(body))).status).toBe(200)
      await shop.runDueNow()
      expect(await noted('evt_2')).toBe(1)
      expect(await statusOf(order.id)).toBe('awaiting_payment')
      expect(await paymentsOf(order.id)).toBe(0)
    },
  )
})
