import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { type Order } from '#contract/order.ts'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import { type ForcedFailure } from '#sandbox/control.ts'
import { type Flight, openPayingShop, type PayingShop } from '../support/paying-shop.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { expectedOutcome, readOutcome } from './how-it-ended.ts'
import { type PurchaseEnding } from './stop-points.ts'

const RETURN_URL = 'http://shop.test/order-confirmation'
const DECLINED = 'pm_card_visa_chargeDeclined'
const HOSTED = { hosted: true, return_url: RETURN_URL }

let server: SharedPostgres
let shop: PayingShop
beforeAll(async () => {
  server = sharedPostgres()
  shop = await openPayingShop(
    await openDatabase({ databaseUrl: await server.createDemoDatabase(), dataDir: '' }),
  )
})
afterAll(async () => {
  await shop.close()
})

/** A purchase of two seats; each purchase has a buyer of its own. */
interface Purchase {
  email: string
  token: string
  order: Order
  flight: Flight
}

let purchase: Purchase
let buyers = 0
let shared: Flight
beforeEach(async () => {
  // Two parties share one aircraft, because a year has only so many Fridays.
  if (buyers % 2 === 0) shared = await shop.nextFlight()
  purchase = await begin(shared)
})

async function begin(flight: Flight): Promise<Purchase> {
  const email = `trouble${String((buyers += 1))}@example.com`
  const token = await shop.guest(email)
  const order = await shop.order(token, 2, flight)
  await shop.runDueNow()
  return { email, token, flight, order }
}

const cents = () => Math.round(purchase.order.total * 100)
const pay = (how: Record<string, unknown>) =>
  shop.pay(purchase.token, purchase.order, { return_url: RETURN_URL, ...how })
const paymentOf = (answer: { body: unknown }): Payment => {
  const [payment] = PaymentsReply.parse(answer.body).payments
  if (!payment) throw new Error('no payment')
  return payment
}
const expectEnd = async (how: PurchaseEnding) => {
  const mails = shop.mailer.sent.map(({ to, subject, messageId }) => ({ to: [to], subject, messageId }))
  const { database, stripe } = shop.deps
  expect(await readOutcome({ database, stripe, mails }, purchase.email)).toEqual(
    expectedOutcome(how, cents()),
  )
}
/**
 * Simulates shoppers who leave and events that get lost: the clock advances and the jobs run once.
 */
const leaveAlone = async (minutes = 40) => {
  await shop.sandbox.control.webhooks.release(() => [])
  shop.sandbox.control.webhooks.hold()
  shop.clock.advance(minutes)
  await shop.runDueNow()
}
const failNext = (how: ForcedFailure, call: string) => {
  shop.sandbox.control.failNext(how, call)
}

const FAILURES: readonly ForcedFailure[] = ['before', 'after', 'lost', 'conflict', 'busy']
const executed = (how: ForcedFailure) => how === 'after' || how === 'lost'

describe('the provider fails while the hosted page is made', () => {
  const fail = async (how: ForcedFailure) => {
    failNext(how, 'POST /v1/checkout/sessions')
    expect([409, 503]).toContain((await pay(HOSTED)).status)
  }
  test.each(FAILURES)('after the failure “%s” an abandoned order expires', async (how) => {
    await fail(how)
    await leaveAlone()
    await expectEnd('expired')
  })
  test.each(FAILURES)('after the failure “%s” a retry makes one page, which is paid once', async (how) => {
    await fail(how)
    await shop.payPage(paymentOf(await pay(HOSTED)))
    await shop.deliverEvents(2)
    await expectEnd('paid')
  })
})

describe('the provider fails while a card is charged', () => {
  const fail = async (how: ForcedFailure) => {
    failNext(how, 'POST /v1/payment_intents')
    expect([409, 503]).toContain((await pay({ stripe_source: 'pm_card_visa' })).status)
  }
  test.each(FAILURES)(
    'after the failure “%s” an abandoned order is paid if the charge was executed and expires if not',
    async (how) => {
      await fail(how)
      await leaveAlone()
      await expectEnd(executed(how) ? 'paid' : 'expired')
    },
  )
  test.each(FAILURES)('after the failure “%s” a retry with the same card charges once', async (how) => {
    await fail(how)
    expect((await pay({ stripe_source: 'pm_card_visa' })).status).toBe(201)
    await shop.deliverEvents(2)
    await expectEnd('paid')
  })
  test.each(FAILURES)(
    'after the failure “%s” a retry with another card charges one of the two',
    async (how) => {
      await fail(how)
      const again = await pay({ stripe_source: 'pm_card_mastercard' })
      expect(again.status).toBe(executed(how) ? 409 : 201)
      await shop.deliverEvents(2)
      await expectEnd('paid')
    },
  )
  test.each(FAILURES)(
    'after the failure “%s” the sweeper alone settles the order while its seats are held',
    async (how) => {
      await fail(how)
      await leaveAlone(6)
      await expectEnd('paid')
    },
  )
})

describe('the provider fails while the next card is confirmed', () => {
  const fail = async (how: ForcedFailure) => {
    expect((await pay({ stripe_source: DECLINED })).status).toBe(422)
    const { rows } = await shop.deps.database.query(
      'select reference from payment_attempts where order_id = $1',
      [purchase.order.id],
    )
    failNext(how, `POST /v1/payment_intents/${String(rows[0]?.['reference'])}/confirm`)
    expect([409, 503]).toContain((await pay({ stripe_source: 'pm_card_visa' })).status)
  }
  test.each(FAILURES)(
    'after the failure “%s” an abandoned order is paid if the charge was executed and expires if not',
    async (how) => {
      await fail(how)
      await leaveAlone()
      await expectEnd(executed(how) ? 'paid' : 'expired')
    },
  )
  test.each(FAILURES)('after the failure “%s” a retry charges once', async (how) => {
    await fail(how)
    expect((await pay({ stripe_source: 'pm_card_visa' })).status).toBe(201)
    await shop.deliverEvents(2)
    await expectEnd('paid')
  })
})

describe('the provider fails while a payment is closed', () => {
  const CARD = { stripe_source: 'pm_card_threeDSecure2Required' }
  const cases = FAILURES.flatMap(
    (how) =>
      [
        ['the page', how, HOSTED],
        ['the card', how, CARD],
      ] as const,
  )
  test.each(cases)(
    'when closing %s fails by “%s”, the seats stay held until the answer comes, then the order expires',
    async (_, how, wish) => {
      const { reference } = paymentOf(await pay(wish))
      const path = reference?.startsWith('cs_')
        ? `/v1/checkout/sessions/${reference}/expire`
        : `/v1/payment_intents/${String(reference)}/cancel`
      await shop.deps.database.query(
        "update payment_attempts set hold_until = hold_until - interval '10 minutes' where order_id = $1",
        [purchase.order.id],
      )
      await shop.deps.database.query(
        "update holds set expires_at = expires_at - interval '10 minutes' where order_id = $1",
        [purchase.order.id],
      )
      failNext(how, `POST ${path}`)
      await leaveAlone(28)
      const pinned =
        "select coalesce(sum(seats), 0) from holds where payment_open and state = 'held' and order_id = $1"
      expect(await shop.count(pinned, purchase.order.id)).toBe(2)
      await leaveAlone(1)
      await expectEnd('expired')
    },
  )
})

describe('late money', () => {
  /**
   * Simulates a late payment: the shop gave the payment up and sold its seats again while the
   * provider's page was open, and then the page is paid.
   */
  const comeLate = async () => {
    const payment = paymentOf(await pay(HOSTED))
    const { id } = purchase.order
    await shop.deps.database.query(
      "update payment_attempts set state = 'canceled', closed_at = created_at where order_id = $1",
      [id],
    )
    await shop.deps.database.query(
      'update holds set payment_open = false, expires_at = created_at where order_id = $1',
      [id],
    )
    await shop.runDueNow()
    const rival = await shop.guest(`rival${String(buyers)}@example.com`)
    const taken = await shop.order(rival, 4, purchase.flight)
    expect((await shop.pay(rival, taken, { stripe_source: 'pm_card_visa' })).status).toBe(201)
    await shop.payPage(payment)
  }

  beforeEach(async () => {
    purchase = await begin(await shop.nextFlight())
  })

  test.each(FAILURES)('a refund that fails first, %s, is given once and mailed once', async (how) => {
    failNext(how, 'POST /v1/refunds')
    await comeLate()
    await shop.deliverEvents(2)
    await leaveAlone(1)
    await expectEnd('refunded')
  })

  test('events that arrive twice and in reverse refund late money once', async () => {
    await comeLate()
    const { webhooks } = shop.sandbox.control
    await webhooks.release((events) => [...events, ...events].reverse())
    await webhooks.settled()
    webhooks.hold()
    await shop.runDueNow()
    await shop.deliverEvents(3)
    await expectEnd('refunded')
  })
})

describe('events', () => {
  const deliver = async (arrange: Parameters<PayingShop['sandbox']['control']['webhooks']['release']>[0]) => {
    const { webhooks } = shop.sandbox.control
    await webhooks.release(arrange)
    await webhooks.settled()
    webhooks.hold()
    await shop.runDueNow()
  }

  test('a declined card reported late and three times keeps the order paid', async () => {
    const payment = paymentOf(await pay(HOSTED))
    await shop.payPage(payment, '4000000000000002')
    await shop.payPage(payment)
    await deliver((all) => [...all, ...all, ...all].reverse())
    await expectEnd('paid')
  })

  test('the event of a declined card keeps the bank’s reason and leaves the page open', async () => {
    const payment = paymentOf(await pay(HOSTED))
    await shop.payPage(payment, '4000000000000002')
    await deliver((all) => all)
    const { rows } = await shop.deps.database.query(
      'select state, last_error from payment_attempts where order_id = $1',
      [purchase.order.id],
    )
    expect(rows).toEqual([{ state: 'open', last_error: 'Your card was declined.' }])
    await shop.payPage(payment)
    await deliver((all) => all)
    await expectEnd('paid')
  })

  test('events that arrive two days late, after the sweeper, change nothing', async () => {
    await shop.payPage(paymentOf(await pay(HOSTED)))
    shop.clock.advance(6)
    await shop.runDueNow()
    await expectEnd('paid')
    shop.clock.advance(2 * 24 * 60)
    await deliver((all) => all)
    await expectEnd('paid')
  })

  test('the event of an expired page closes its payment and frees its seats', async () => {
    await pay(HOSTED)
    shop.clock.advance(32)
    await shop.sandbox.tick()
    await deliver((all) => all)
    shop.clock.advance(3)
    await shop.runDueNow()
    await expectEnd('expired')
  })

  test('events wait while the provider does not answer, and do not block others', async () => {
    await shop.payPage(paymentOf(await pay(HOSTED)))
    for (let i = 0; i < 3; i++) failNext('before', `GET /v1/checkout/sessions/${await referenceOf()}`)
    await deliver((all) => all)
    shop.clock.advance(5)
    await shop.runDueNow()
    await expectEnd('paid')
    shop.clock.advance(5)
    await shop.runDueNow()
    expect(await shop.count('select count(*) from webhook_inbox where handled_at is null')).toBe(0)
  })
  const referenceOf = async () =>
    String(
      (
        await shop.deps.database.query('select reference from payment_attempts where order_id = $1', [
          purchase.order.id,
        ])
      ).rows[0]?.['reference'],
    )
})

describe('a call whose outcome is unknown for more than a day', () => {
  const DAY_AND_MORE = 25 * 60
  test.each([
    ['lost', 'paid'],
    ['before', 'expired'],
  ] as const)(
    'a card charge, %s, is found by our metadata and %s, and is never repeated',
    async (how, end) => {
      failNext(how, 'POST /v1/payment_intents')
      await pay({ stripe_source: 'pm_card_visa' })
      await leaveAlone(DAY_AND_MORE)
      await expectEnd(end)
    },
  )
})
