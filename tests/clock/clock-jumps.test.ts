import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { settleClockJump } from '#api/platform/settle-clock-jump.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

let shop: PayingShop
let flight: Flight
beforeEach(async () => {
  shop = await openPayingShop()
  flight = await shop.nextFlight()
})
afterEach(async () => {
  expect(await brokenChecks()).toEqual([])
  await shop.close()
})

const HOUR = 60
const DAY = 24 * HOUR
const CARD = { stripe_source: 'pm_card_visa' }

const brokenChecks = async () =>
  (await runIntegrityChecks(shop.deps.database.db, shop.clock.now()))
    .filter(({ failing }) => failing > 0)
    .map(({ check }) => check)
const count = (table: string, where: string, ...values: unknown[]) =>
  shop.count(`select count(*) from ${table} where ${where}`, ...values)
const heldSeats = () => shop.count("select coalesce(sum(seats), 0) from holds where state = 'held'")
const tickets = (email: string) =>
  shop.mailer.to(email).filter(({ subject }) => /booked/.test(subject)).length
/** Minutes until the hold of an order ends. */
const minutesLeft = (until: string | null | undefined) =>
  (Date.parse(until ?? '') - shop.clock.now().getTime()) / 60_000
/** Lets minutes pass with the jobs of every fifth. */
async function pass(minutes: number) {
  for (let at = 0; at < minutes; at += 5) {
    shop.clock.advance(5)
    await shop.runDueNow()
  }
}

describe('the clock is set back during a purchase', () => {
  it.each([3, 45, 3 * HOUR, DAY])('pays an order once that was placed %i minutes later', async (back) => {
    const token = await shop.guest('ada@example.com')
    const order = await shop.order(token, 2, flight)
    shop.clock.advance(-back)
    expect((await shop.pay(token, order, CARD)).status).toBe(201)
    await shop.deliverEvents(2)
    await pass(10)
    // The clock arrives a second time at the minute in which it all began.
    shop.clock.advance(back)
    await pass(10)
    expect((await shop.read(token, order)).status).toBe('completed')
    expect(await count('payments', 'order_id = $1', order.id)).toBe(1)
    expect(tickets('ada@example.com')).toBe(1)
  })

  it.each([20, 3 * HOUR, DAY])('keeps seats of nobody for %i minutes longer', async (back) => {
    const token = await shop.guest()
    const order = await shop.order(token, 2, flight)
    const promised = minutesLeft((await shop.read(token, order)).held_until)
    shop.clock.advance(-back)
    await shop.runDueNow()
    const left = minutesLeft((await shop.read(token, order)).held_until)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(promised)
    await pass(promised + 5)
    expect((await shop.read(token, order)).status).toBe('expired')
    expect(await heldSeats()).toBe(0)
  })

  it('gives up a payment page that nobody pays as soon as without the jump', async () => {
    const token = await shop.guest()
    const order = await shop.order(token, 2, flight)
    await shop.hosted(token, order)
    shop.clock.advance(-DAY)
    await pass(50)
    expect(await heldSeats()).toBe(0)
    expect((await shop.read(token, order)).status).toBe('expired')
  })

  it('begins a hold anew only once, however often the job runs', async () => {
    const token = await shop.guest()
    await shop.order(token, 2, flight)
    shop.clock.advance(-2 * HOUR)
    expect(await settleClockJump(shop.deps)).toBeGreaterThan(0)
    shop.clock.advance(4)
    expect(await settleClockJump(shop.deps)).toBe(0)
  })

  it('leaves a hold alone when two clocks differ by some minutes', async () => {
    const token = await shop.guest()
    const order = await shop.order(token, 2, flight)
    const until = (await shop.read(token, order)).held_until
    shop.clock.advance(-4)
    await shop.runDueNow()
    expect((await shop.read(token, order)).held_until).toBe(until)
  })
})

describe('the clock is set back while work waits', () => {
  it('sends a mail that a broken mail server refused before, within some minutes', async () => {
    const token = await shop.guest('ada@example.com')
    const order = await shop.order(token, 1, flight)
    shop.mailer.failNext(10)
    await shop.pay(token, order, CARD)
    await shop.deliverEvents()
    shop.mailer.failNext(0)
    expect(tickets('ada@example.com')).toBe(0)
    shop.clock.advance(-3 * HOUR)
    await pass(10)
    expect(tickets('ada@example.com')).toBe(1)
  })

  it('acts on an event that the provider sent before', async () => {
    const token = await shop.guest('ada@example.com')
    const order = await shop.order(token, 1, flight)
    await shop.payPage(await shop.hosted(token, order))
    const { webhooks } = shop.sandbox.control
    await webhooks.release()
    await webhooks.settled()
    webhooks.hold()
    shop.clock.advance(-3 * HOUR)
    await shop.runDueNow()
    expect(await count('webhook_inbox', 'handled_at is null')).toBe(0)
    expect((await shop.read(token, order)).status).toBe('completed')
  })

  it('ends an offer of the waitlist on time and makes the next one', async () => {
    const { departureId: departure_id, departAt: depart_at } = flight
    const token = await shop.guest()
    const order = await shop.order(token, 4, flight)
    for (const email of ['first@example.com', 'second@example.com']) {
      const party = { quantity_type: 'seat', quantity: 4, email, consent: true }
      const waitlist_entry = { brand_id: 1, departure_id, depart_at, ...party }
      const joined = await shop.call('POST', '/v1/waitlist_entries', { body: { waitlist_entry } })
      expect(joined.status).toBe(201)
      await pass(5)
    }
    await pass(15)
    expect((await shop.read(token, order)).status).toBe('expired')
    const open = () => count('waitlist_offers', "state = 'open'")
    expect(await open()).toBe(1)
    const offerMinutes = await shop.count(
      'select extract(epoch from expires_at - created_at) / 60 from waitlist_offers',
    )
    shop.clock.advance(-2 * DAY)
    await pass(offerMinutes + 10)
    expect(await count('waitlist_offers', "state = 'expired'")).toBe(1)
    expect(await open()).toBe(1)
    expect(await heldSeats()).toBe(4)
  })
})

describe('the clock jumps forward', () => {
  it('charges nothing for seats that somebody else bought after the jump', async () => {
    const token = await shop.guest('ada@example.com')
    const order = await shop.order(token, 2, flight)
    shop.clock.advance(5 * HOUR)
    const rival = await shop.guest('rival@example.com')
    const taken = await shop.order(rival, 4, flight)
    expect((await shop.pay(rival, taken, CARD)).status).toBe(201)
    expect((await shop.pay(token, order, CARD)).status).toBe(409)
    await shop.deliverEvents()
    await pass(10)
    expect(await count('payment_attempts', 'order_id = $1', order.id)).toBe(0)
    expect(await heldSeats()).toBe(0)
    expect((await shop.read(token, order)).status).toBe('expired')
  })

  it('books or gives back what was paid on a page that the jump left behind, never both', async () => {
    const token = await shop.guest('ada@example.com')
    const order = await shop.order(token, 2, flight)
    const page = await shop.hosted(token, order)
    await shop.payPage(page)
    shop.clock.advance(7 * HOUR)
    await shop.deliverEvents(2)
    await pass(10)
    expect((await shop.read(token, order)).status).toBe('completed')
    expect(tickets('ada@example.com')).toBe(1)
    expect(await count('payments', 'order_id = $1', order.id)).toBe(1)
  })

  it('sends each mail once and loses none, also back again', async () => {
    const token = await shop.guest('ada@example.com')
    const order = await shop.order(token, 1, flight)
    await shop.pay(token, order, CARD)
    shop.clock.advance(6 * HOUR)
    await shop.deliverEvents()
    shop.clock.advance(-6 * HOUR)
    await pass(10)
    shop.clock.advance(6 * HOUR)
    await pass(10)
    expect(tickets('ada@example.com')).toBe(1)
    expect(await count('mails', "state = 'queued'")).toBe(0)
  })
})

describe('a session while the clock jumps', () => {
  it('goes on for a customer after the clock was set back, and ends in its time', async () => {
    const { token } = await openAccount(shop.deps)
    const me = async () => (await shop.call('GET', '/v1/users/me', { token })).status
    shop.clock.advance(-2 * HOUR)
    expect(await me()).toBe(200)
    shop.clock.advance(2 * HOUR)
    expect(await me()).toBe(200)
    shop.clock.advance(400 * DAY)
    expect(await me()).toBe(401)
  })
})
