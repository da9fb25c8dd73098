import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Order } from '#contract/order.ts'
import { StaffDayReply } from '#contract/staff-day.ts'
import { WeatherHoldList } from '#contract/weather-hold.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDepartureCanceller, placeOf } from '#tests/support/cancel-departure.ts'
import { createDelayer } from '#tests/support/delay-flight.ts'
import { type Account, BALANCED_BOOKS, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { bookWithTexts } from '#tests/support/texted-buyer.ts'
import { createHolder, findWholeDay } from '#tests/support/weather-holds.ts'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Account
let holder: ReturnType<typeof createHolder>
let canceller: ReturnType<typeof createDepartureCanceller>
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
  holder = createHolder({ shop, token: staff.token })
  canceller = createDepartureCanceller({ shop, token: staff.token })
})
afterAll(() => shop.close())
/** After each test, ledger and tables agree and every integrity check passes. */
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind }) => `${check}: ${kind}`))).toEqual([])
})

async function sell(email: string, flight: Flight, seats = 2) {
  const token = await shop.guest(email)
  const order = await shop.order(token, seats, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  return { token, order: await shop.read(token, order) }
}
const countMails = ({ id }: Pick<Order, 'id'>, kind: string) =>
  shop.count('select count(*) from mails where kind = $2 and order_id = $1', id, kind)
/** Whether somebody else can book a seat. */
async function isOnSale(flight: Flight): Promise<boolean> {
  try {
    await shop.order(await shop.guest(), 1, flight)
    return true
  } catch {
    return false
  }
}

describe('a weather hold', () => {
  test('closes the sale of its span and tells each party once, until one press releases both', async () => {
    const flight = await shop.nextFlight()
    const { token, order } = await sell('held@example.com', flight)
    const span = await findWholeDay(shop, flight)
    const seen = await holder.preview(span)
    expect(seen).toMatchObject({ parties: 1, people: 2, by_mail: 1, by_text: 0, to_call: 0 })
    expect(seen.departures.length).toBeGreaterThan(5)
    expect(seen.departures.map(({ depart_at: at }) => at)).toContain(order.flights[0]?.depart_at)
    expect(await shop.count('select count(*) from weather_holds')).toBe(0)

    const made = await holder.hold(span, { note: 'Gusts over the river.' })
    expect(made).toMatchObject({ state: 'open', departures: seen.departures.length })
    expect(made.parties).toMatchObject([{ order_id: order.id, state: 'to_tell' }])
    expect(await isOnSale(flight)).toBe(false)
    const refused = await shop.order(await shop.guest(), 1, flight).catch(String)
    expect(refused).toContain('flight_closed')
    await shop.runDueNow()
    await shop.runDueNow()
    expect(await countMails(order, 'weather_hold')).toBe(1)
    const mail = shop.mailer.to('held@example.com').at(-1)
    expect(mail?.subject).toContain('Your flight is on hold, we decide at 5:00 AM')
    expect(mail?.text).toContain('Gusts over the river.')
    const [held] = (await shop.read(token, order)).flights
    expect(held?.on_hold).toEqual({ decide_at: made.decide_at })
    expect((await holder.read(made.id)).parties).toMatchObject([{ order_id: order.id, state: 'told' }])

    expect((await holder.release(made.id)).status).toBe(200)
    expect((await holder.release(made.id)).status).toBe(200)
    expect(await isOnSale(flight)).toBe(true)
    await shop.runDueNow()
    await shop.runDueNow()
    expect(await countMails(order, 'weather_hold_released')).toBe(1)
    expect(shop.mailer.to('held@example.com').at(-1)?.text).toContain('Good news: the weather lets us fly.')
    expect((await shop.read(token, order)).flights[0]?.on_hold).toBeUndefined()
    expect(await holder.read(made.id)).toMatchObject({ state: 'released', parties: [{ state: 'told' }] })
    expect(await shop.count('select count(*) from weather_holds where done_at is null')).toBe(0)
  })

  test('pressed twice and by two at once is one hold, and one that overlaps it is refused', async () => {
    const flight = await shop.nextFlight()
    const { order } = await sell('once@example.com', flight)
    const span = await findWholeDay(shop, flight)
    const colleague = await openStaffMember(shop.deps)
    const [one, other] = await Promise.all([holder.send(span), holder.send(span, {}, colleague.token)])
    expect([one.status, other.status].toSorted()).toEqual([200, 201])
    expect((await holder.send(span)).status).toBe(200)
    await shop.runDueNow()
    expect(await countMails(order, 'weather_hold')).toBe(1)
    const id = Number((one.body as { weather_hold: { id: number } }).weather_hold.id)
    for (const overlapping of [{ ...span, from: '10:00' }, { ...span }]) {
      const refused = await holder.send(overlapping, { decide_time: '05:30' })
      expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', weather_hold_id: id } })
    }
    expect((await holder.preview({ ...span, from: '10:00' })).weather_hold_id).toBe(id)
    await holder.release(id)
  })

  test('needs a decision that is later than now and before the first departure', async () => {
    const flight = await shop.nextFlight()
    const span = await findWholeDay(shop, flight)
    expect(await holder.send(span, { decide_time: '23:58' })).toMatchObject({
      status: 422,
      body: { decide_time: ['Must be before the first departure'] },
    })
    expect((await holder.send(span, { decide_time: null })).status).toBe(422)
    expect((await holder.send({ ...span, from: '14:00', until: '13:00' })).status).toBe(422)
    expect((await holder.send({ ...span, from: '03:00', until: '03:10' })).status).toBe(409)
    expect((await holder.send({ ...span, terminal_id: 9999 })).status).toBe(404)
    const before = shop.clock.now()
    // At the first departure of that day the time of the decision is over.
    const { departures } = await holder.preview(span)
    shop.clock.set(new Date(Date.parse(departures[0]?.depart_at ?? '') - 60_000).toISOString())
    const { token } = await openStaffMember(shop.deps)
    expect(await holder.send(span, {}, token)).toMatchObject({
      status: 422,
      body: { decide_time: ['Must be later than now'] },
    })
    shop.clock.set(before.toISOString())
    expect(await shop.count("select count(*) from weather_holds where state = 'open'")).toBe(0)
  })

  test('honours an order that was being paid, and tells its party afterwards', async () => {
    const flight = await shop.nextFlight()
    const token = await shop.guest('paying@example.com')
    const order = await shop.order(token, 2, flight)
    const { id } = await holder.hold(await findWholeDay(shop, flight))
    await shop.runDueNow()
    expect(await countMails(order, 'weather_hold')).toBe(0)
    expect((await shop.pay(token, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
    expect((await shop.read(token, order)).status).toBe('completed')
    await shop.runDueNow()
    expect(await countMails(order, 'weather_hold')).toBe(1)
    await holder.release(id)
    await shop.runDueNow()
    expect(await countMails(order, 'weather_hold_released')).toBe(1)
  })

  test('leaves closed what staff closed themselves, before it or meanwhile', async () => {
    const flight = await shop.nextFlight()
    const span = await findWholeDay(shop, flight)
    const { departures } = await holder.preview(span)
    const others = departures.filter(({ departure_id: id }) => id !== flight.departureId)
    const place = (at: number): Flight => ({
      departureId: others[at]?.departure_id ?? 0,
      departAt: others[at]?.depart_at ?? '',
    })
    const close = async ({ departureId }: Flight) => {
      const { rows } = await shop.deps.database.query('select product_id from departures where id = $1', [
        departureId,
      ])
      const departure_exception = {
        product_id: Number(rows[0]?.['product_id']),
        departure_id: departureId,
        date: span.date,
        kind: 'closed',
        reason: 'A wedding',
      }
      const answer = await shop.call('POST', '/v1/departure_exceptions', {
        token: staff.token,
        body: { departure_exception },
      })
      expect(answer.status).toBe(201)
    }
    await close(place(0))
    const { id } = await holder.hold(span)
    await close(place(1))
    await holder.release(id)
    expect(await isOnSale(place(0))).toBe(false)
    expect(await isOnSale(place(1))).toBe(false)
    expect(await isOnSale(flight)).toBe(true)
  })

  test('loses a flight that is delayed or called off alone, which has a mail of its own', async () => {
    const flight = await shop.nextFlight()
    const span = await findWholeDay(shop, flight)
    const { departures } = await holder.preview(span)
    const of = (at: number): Flight => ({
      departureId: departures.at(at)?.departure_id ?? 0,
      departAt: departures.at(at)?.depart_at ?? '',
    })
    const late = await sell('late@example.com', of(0))
    const off = await sell('off@example.com', of(-1))
    const { id, departures: count } = await holder.hold(span)
    await shop.runDueNow()
    const delayer = createDelayer({ shop, token: staff.token })
    expect((await delayer.delay(late.order.flights[0]?.flight_id ?? 0, 15)).status).toBe(201)
    expect((await canceller.callOff(placeOf(off.order))).status).toBe(201)
    await shop.runDueNow()
    const left = await holder.read(id)
    expect(left).toMatchObject({
      state: 'open',
      departures: count,
      departures_on_hold: count - 2,
      parties: [],
    })
    expect((await shop.read(late.token, late.order)).flights[0]?.on_hold).toBeUndefined()
    expect(await isOnSale(of(0))).toBe(true)
    await holder.release(id)
    await shop.runDueNow()
    for (const { order } of [late, off]) expect(await countMails(order, 'weather_hold_released')).toBe(0)
    expect(await countMails(late.order, 'flight_delayed')).toBe(1)
    expect(await countMails(off.order, 'called_off')).toBe(1)
  })

  test('is over by itself when its span is called off, whose mail is the only further one', async () => {
    const flight = await shop.nextFlight()
    const { order } = await sell('called@example.com', flight)
    const span = await findWholeDay(shop, flight)
    const { id } = await holder.hold(span)
    await shop.runDueNow()
    const weather_day = { ...span, note: 'Gusts.' }
    const called = await shop.call('POST', '/v1/weather_days', { token: staff.token, body: { weather_day } })
    expect(called.status).toBe(201)
    await shop.runDueNow()
    const over = await holder.read(id)
    expect(over).toMatchObject({ state: 'called_off', departures_on_hold: 0, parties: [] })
    expect(over.weather_day_id).toBe((called.body as { weather_day: { id: number } }).weather_day.id)
    expect(await countMails(order, 'called_off')).toBe(1)
    expect(await countMails(order, 'weather_hold_released')).toBe(0)
    expect(await holder.release(id)).toMatchObject({
      status: 409,
      body: { code: 'conflict', weather_hold: { state: 'called_off' } },
    })
    expect(await isOnSale(flight)).toBe(false)
  })

  test('may be decided later, which each party is told once', async () => {
    const flight = await shop.nextFlight()
    const { order } = await sell('patient@example.com', flight)
    const { id, decide_at: was } = await holder.hold(await findWholeDay(shop, flight))
    await shop.runDueNow()
    const later = { decide_time: '06:00', decide_at_was: was }
    expect((await holder.postpone(id, { decide_time: '04:00' })).status).toBe(422)
    expect((await holder.postpone(id, { decide_time: '23:59' })).status).toBe(422)
    expect((await holder.postpone(id, later)).status).toBe(200)
    expect((await holder.postpone(id, later)).status).toBe(200)
    expect(await holder.postpone(id, { decide_time: '06:30', decide_at_was: was })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', weather_hold: { id } },
    })
    await shop.runDueNow()
    await shop.runDueNow()
    expect(await countMails(order, 'weather_hold')).toBe(2)
    expect(shop.mailer.to('patient@example.com').at(-1)?.subject).toContain('We now decide at 6:00 AM')
    await holder.release(id)
    expect((await holder.postpone(id, { decide_time: '07:00' })).status).toBe(409)
  })

  test('texts who agreed to texts, and leaves walk-ins and lost mails to be called', async () => {
    const flight = await shop.nextFlight()
    const texted = await bookWithTexts(shop, { email: 'texted@example.com', flight })
    const { order: walkIn } = await sell('nobody@example.com', await shop.nextFlight())
    await shop.deps.database.query('update orders set email = $2, phone = $3 where id = $1', [
      walkIn.id,
      `walk-in-${String(walkIn.id)}@walk-in.invalid`,
      '+12015550143',
    ])
    const span = await findWholeDay(shop, flight)
    expect(await holder.preview(span)).toMatchObject({ parties: 1, by_mail: 1, by_text: 1 })
    const other = await findWholeDay(shop, placeOf(walkIn))
    expect(await holder.preview(other)).toMatchObject({ parties: 1, by_mail: 0, by_text: 0, to_call: 1 })
    const first = await holder.hold(span)
    const second = await holder.hold(other)
    await shop.runDueNow()
    expect(await shop.count("select count(*) from texts where kind = 'weather_hold'")).toBe(1)
    expect((await holder.read(second.id)).parties).toMatchObject([
      { order_id: walkIn.id, state: 'to_call', email: null, phone: '+12015550143' },
    ])
    await shop.deps.database.query(
      "update mails set state = 'bounced' where kind = 'weather_hold' and order_id = $1",
      [texted.order.id],
    )
    expect((await holder.read(first.id)).parties).toMatchObject([{ state: 'failed', texted: true }])
    await shop.deps.database.query(
      "update mails set state = 'sent' where kind = 'weather_hold' and order_id = $1",
      [texted.order.id],
    )
    await holder.release(first.id)
    await holder.release(second.id)
    await shop.runDueNow()
    expect(await shop.count("select count(*) from texts where kind = 'weather_hold_released'")).toBe(1)
  })

  test('is a task of today until it is decided, and only staff see, make and decide it', async () => {
    const flight = await shop.nextFlight()
    const span = await findWholeDay(shop, flight)
    const { id, decide_at: due } = await holder.hold(span)
    const readTasks = async () => {
      const answer = await shop.call('GET', `/v1/staff_days/${span.date}`, { token: staff.token })
      const { tasks } = StaffDayReply.parse(answer.body).staff_day
      return tasks.filter(({ kind }) => kind === 'weather_hold')
    }
    expect(await readTasks()).toMatchObject([{ due_at: due, acts: ['decide_hold'], weather_hold: { id } }])
    for (const token of [await shop.guest(), (await openAccount(shop.deps)).token]) {
      expect((await holder.send(span, {}, token)).status).toBe(403)
      expect((await holder.release(id, token)).status).toBe(403)
      expect((await shop.call('GET', `/v1/weather_holds/${String(id)}`, { token })).status).toBe(403)
    }
    expect((await holder.release(9999)).status).toBe(404)
    // After the time of the decision nothing happens by itself.
    shop.clock.set(new Date(Date.parse(due) + 3_600_000).toISOString())
    await shop.runDueNow()
    expect(await shop.count("select count(*) from weather_holds where id = $1 and state = 'open'", id)).toBe(
      1,
    )
    staff = await openStaffMember(shop.deps)
    holder = createHolder({ shop, token: staff.token })
    const listed = await shop.call('GET', '/v1/weather_holds', { token: staff.token })
    expect(WeatherHoldList.parse(listed.body).weather_holds[0]).toMatchObject({ id, state: 'open' })
    await holder.release(id)
    expect(await readTasks()).toEqual([])
    const audited = "select count(*) from audit_log where resource = 'weather_holds' and resource_id = $1"
    expect(await shop.count(audited, id)).toBe(2)
  })
})
