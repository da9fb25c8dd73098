import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  WeatherDayList,
  WeatherDayPreviewReply,
  WeatherDayReply,
  WeatherReminderReply,
} from '#contract/weather-day.ts'
import { type Order } from '#contract/order.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import { type Account, BALANCED_BOOKS, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let staff: Account
let helpers: ReturnType<typeof createDepartureCanceller>
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
  helpers = createDepartureCanceller({ shop, token: staff.token })
})
afterAll(() => shop.close())
/** After each test, ledger and tables agree and every integrity check passes. */
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind }) => `${check}: ${kind}`))).toEqual([])
})

interface Span {
  terminal_id: number
  date: string
  from: string
  until: string
}
const declare = (span: Span, more: Record<string, unknown> = {}, token = staff.token) =>
  shop.call('POST', '/v1/weather_days', { token, body: { weather_day: { ...span, ...more } } })
const preview = async (span: Span) => {
  const { status, body } = await declare(span, { preview: true })
  expect(status).toBe(200)
  return WeatherDayPreviewReply.parse(body).weather_day_preview
}
const read = async (id: number) => {
  const { body } = await shop.call('GET', `/v1/weather_days/${String(id)}`, { token: staff.token })
  return WeatherDayReply.parse(body).weather_day
}
const dayOf = (answer: { body: unknown }) => WeatherDayReply.parse(answer.body).weather_day

/** The whole day of a flight at its terminal. */
async function wholeDay(flight: Flight): Promise<Span> {
  const { rows } = await shop.deps.database.query(
    `select t.id, to_char($2::timestamptz at time zone t.timezone, 'YYYY-MM-DD') as date from departures d
     join products p on p.id = d.product_id
     join terminals t on t.id = coalesce(d.departure_terminal_id, p.departure_terminal_id) where d.id = $1`,
    [flight.departureId, flight.departAt],
  )
  return {
    terminal_id: Number(rows[0]?.['id']),
    date: String(rows[0]?.['date']),
    from: '00:00',
    until: '23:59',
  }
}

async function sell(email: string, flight: Flight, seats = 2) {
  const token = await shop.guest(email)
  const order = await shop.order(token, seats, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  return { token, order: await shop.read(token, order) }
}
const mailsAbout = ({ id }: Order) =>
  shop.count("select count(*) from mails where kind = 'called_off' and order_id = $1", id)

describe('a weather day', () => {
  test('its preview names every party with what it may choose, and writes nothing', async () => {
    const flight = await shop.nextFlight()
    const { order } = await sell('seen@example.com', flight)
    const idle = await shop.guest('unpaid@example.com')
    await shop.order(idle, 1, flight)
    const span = await wholeDay(flight)
    const slots = await shop.count('select count(*) from slots')
    const seen = await preview(span)
    expect(seen).toMatchObject({ booked: 1, unpaid: 1, departed: 0, weather_day_id: null })
    expect(seen.departures).toBeGreaterThan(5)
    const [party] = seen.parties
    expect(party).toMatchObject({
      order_id: order.id,
      email: 'seen@example.com',
      people: 2,
      voucher_amount: order.total,
      refund_amount: null,
      told_by: 'mail',
    })
    expect(party?.alternatives).toHaveLength(3)
    expect(await shop.count('select count(*) from slots')).toBe(slots)
    expect(await shop.count('select count(*) from call_offs')).toBe(0)
  })

  test('it closes the sale of all departures at once and mails each party its alternatives', async () => {
    const flight = await shop.nextFlight()
    const { token, order } = await sell('told@example.com', flight)
    const span = await wholeDay(flight)
    const seen = await preview(span)
    const declared = await declare(span, { note: 'Wind over our limit.', hold_hours: 6 })
    expect(declared.status).toBe(201)
    const { id, departures } = dayOf(declared)
    expect(departures).toBe(seen.departures)
    // Before any work was done nobody buys a seat of the day.
    const buyer = await shop.guest('late@example.com')
    await expect(shop.order(buyer, 1, flight)).rejects.toThrow(/409|flight|sold|no order/)
    await shop.runDueNow()
    const day = await read(id)
    expect(day.done_at).not.toBeNull()
    const party = day.parties.find(({ order_id: of }) => of === order.id)
    expect(party).toMatchObject({ state: 'waiting', amount: null })
    const planned = seen.parties.find(({ order_id: of }) => of === order.id)
    expect(party?.alternatives).toEqual(planned?.alternatives)
    const held = Date.parse(party?.held_until ?? '') - shop.clock.now().getTime()
    expect(held).toBe(6 * 3_600_000)
    expect(await mailsAbout(order)).toBe(1)
    expect(shop.mailer.to('told@example.com').at(-1)?.text).toContain('Wind over our limit.')
    const claim = await helpers.claimOf(token, order)
    const [first] = claim.alternatives
    const moved = await helpers.answer(claim.token, { choice: 'alternative', alternative_id: first?.id })
    expect(moved.status).toBe(200)
    const after = (await read(id)).parties.find(({ order_id: of }) => of === order.id)
    expect(after).toMatchObject({ state: 'moved', moved_to: { depart_at: first?.flight.depart_at } })
  })

  test('pressed twice and by two at once it is one weather day, and nobody is told twice', async () => {
    const flight = await shop.nextFlight()
    const { order } = await sell('once@example.com', flight)
    const span = { ...(await wholeDay(flight)), until: '23:58' }
    const colleague = await openStaffMember(shop.deps)
    const [one, other] = await Promise.all([declare(span), declare(span, {}, colleague.token)])
    expect([one.status, other.status].toSorted()).toEqual([200, 201])
    await shop.runDueNow()
    const again = await declare(span)
    expect(again.status).toBe(200)
    expect(new Set([dayOf(one).id, dayOf(other).id, dayOf(again).id]).size).toBe(1)
    await shop.runDueNow()
    expect(await mailsAbout(order)).toBe(1)
    expect(await shop.count('select count(*) from reschedule_claims where order_id = $1', order.id)).toBe(1)
  })

  test('a party larger than half of every departure gets no seats by itself, but its page', async () => {
    const flight = await shop.nextFlight()
    const { token, order } = await sell('four@example.com', flight, 4)
    const { id } = dayOf(await declare(await wholeDay(flight)))
    await shop.runDueNow()
    const party = (await read(id)).parties.find(({ order_id: of }) => of === order.id)
    expect(party).toMatchObject({ state: 'to_call', alternatives: [], people: 4 })
    const claim = await helpers.claimOf(token, order)
    expect(claim).toMatchObject({ voucher_amount: order.total, renewable: true })
    const chosen = await helpers.answer(claim.token, { choice: 'voucher', amount: order.total })
    expect(chosen.status).toBe(200)
    const after = (await read(id)).parties.find(({ order_id: of }) => of === order.id)
    expect(after).toMatchObject({ state: 'voucher', amount: order.total })
  })

  test('a party with nothing to choose is called, and mailed only without a number', async () => {
    const flight = await shop.nextFlight()
    const other = await shop.nextFlight()
    const [called, mailed] = [
      await sell('call@example.com', flight, 4),
      await sell('mail@example.com', other, 4),
    ]
    for (const { order } of [called, mailed]) {
      await shop.deps.database.query("update payments set dispute_state = 'open' where order_id = $1", [
        order.id,
      ])
    }
    const phone = '+12015550143'
    await shop.deps.database.query('update orders set phone = $2 where id = $1', [called.order.id, phone])
    const span = await wholeDay(flight)
    const seen = (await preview(span)).parties.find(({ order_id: of }) => of === called.order.id)
    expect(seen).toMatchObject({
      alternatives: [],
      voucher_amount: null,
      refund_amount: null,
      told_by: 'call',
    })
    const { id } = dayOf(await declare(span))
    await declare(await wholeDay(other))
    await shop.runDueNow()
    const day = await read(id)
    expect(day.done_at).not.toBeNull()
    const party = day.parties.find(({ order_id: of }) => of === called.order.id)
    expect(party).toMatchObject({ state: 'to_call', phone, mailed_at: null })
    expect(await mailsAbout(called.order)).toBe(0)
    expect(await mailsAbout(mailed.order)).toBe(1)
    for (const { order } of [called, mailed])
      await shop.deps.database.query('update payments set dispute_state = null where order_id = $1', [
        order.id,
      ])
  })

  test('a reminder goes to everybody who waits, and to nobody twice within ten minutes', async () => {
    const flight = await shop.nextFlight()
    await sell('reminded@example.com', flight, 1)
    const { id } = dayOf(await declare(await wholeDay(flight)))
    await shop.runDueNow()
    const remind = async () => {
      const { body } = await shop.call('POST', `/v1/weather_days/${String(id)}/reminders`, {
        token: staff.token,
        body: { weather_reminder: {} },
      })
      return WeatherReminderReply.parse(body).weather_reminder.mailed
    }
    // The mail has only just gone out.
    expect(await remind()).toBe(0)
    shop.clock.advance(20)
    expect(await remind()).toBeGreaterThanOrEqual(1)
    expect(await remind()).toBe(0)
  })

  test('only staff see and declare one, for a terminal and a span with departures', async () => {
    const flight = await shop.nextFlight()
    const span = await wholeDay(flight)
    for (const token of [await shop.guest(), (await openAccount(shop.deps)).token])
      expect((await declare(span, {}, token)).status).toBe(403)
    expect((await declare({ ...span, terminal_id: 9999 })).status).toBe(404)
    expect((await declare({ ...span, from: '03:00', until: '03:10' })).status).toBe(409)
    expect((await declare({ ...span, from: '14:00', until: '13:00' })).status).toBe(422)
    expect((await shop.call('GET', '/v1/weather_days/9999', { token: staff.token })).status).toBe(404)
    const listed = await shop.call('GET', '/v1/weather_days', { token: staff.token })
    expect(WeatherDayList.parse(listed.body).weather_days.length).toBeGreaterThanOrEqual(1)
  })
})
