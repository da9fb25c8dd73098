import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import {
  type DepartureDate,
  DepartureDateReply,
  type StaffWeek,
  StaffWeekReply,
  TerminalDayReply,
} from '#contract/staff-week.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let buyer: Account
let staff: Account
let departureId: number
let date: string
let departAt: string
beforeAll(async () => {
  shop = await openPayingShop()
  buyer = await openAccount(shop.deps)
  staff = await openStaffMember(shop.deps)
  const next = await shop.nextFlight()
  const booked = await shop.order(buyer.token, 2, next)
  expect((await shop.pay(buyer.token, booked, VISA_PAYMENT)).status).toBe(201)
  const [flight] = (await shop.read(buyer.token, booked)).flights
  departureId = flight?.departure_id ?? 0
  date = flight?.local_date ?? ''
  departAt = flight?.depart_at ?? ''
}, 120_000)
afterAll(() => shop.close())

const week = async (query = ''): Promise<StaffWeek> => {
  const reply = await shop.call('GET', `/v1/staff_weeks?from=${date}${query}`, { token: staff.token })
  expect(reply.status).toBe(200)
  return StaffWeekReply.parse(reply.body).staff_week
}
const find = (of: StaffWeek, id = departureId, day = date): DepartureDate => {
  const dates = of.products.flatMap(({ rows }) => rows.flatMap((row) => row.dates))
  const found = dates.find((one) => one?.departure_id === id && one.date === day)
  if (!found) throw new Error('The week does not have this departure')
  return found
}
const change = (body: object, id = departureId, token = staff.token) =>
  shop.call('PATCH', `/v1/departure_dates/${String(id)}/${date}`, { token, body: { departure_date: body } })
const changed = async (body: object): Promise<DepartureDate> => {
  const reply = await change({ version: find(await week()).version, ...body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return DepartureDateReply.parse(reply.body).departure_date
}
const onSale = async (day = date) => {
  const { body } = await shop.call('GET', `/v1/availability/day?product_id=6&date=${day}`)
  return AvailabilityDayReply.parse(body).availability.departures
}
const offered = async () => (await onSale()).find((one) => one.departure_id === departureId)
const quote = (quantity = 1) =>
  shop.call('POST', '/v1/quotes', {
    body: {
      brand_id: 1,
      departure_id: departureId,
      depart_at: departAt,
      quantity_type: 'seat',
      quantity,
    },
  })

describe('the week', () => {
  test('shows a booked departure with its seats, its party, its revenue and its price', async () => {
    const { from, until, days, terminal, products } = await week()
    expect([from, days.length, terminal.id]).toEqual([date, 7, 1])
    expect(until > from).toBe(true)
    expect(products.every(({ rows }) => rows.every(({ dates }) => dates.length === 7))).toBe(true)
    const one = find(await week())
    expect(one).toMatchObject({
      state: 'open',
      seats_sold: 2,
      parties: 1,
      date_price: null,
      held_until: null,
    })
    expect(one.revenue).toBe(2 * one.price)
    expect(one.price_total).toBe((await offered())?.seat_price_total)
    expect(one.seats).toBeGreaterThan(2)
  })

  test('says until when held seats are kept', async () => {
    const other = await openAccount(shop.deps)
    const held = await shop.order(other.token, 1, { departureId, departAt })
    const one = find(await week())
    expect(one).toMatchObject({ seats_sold: 2, seats_held: 1 })
    expect(Date.parse(one.held_until ?? '')).toBeGreaterThan(shop.clock.now().getTime())
    await shop.deps.database.query("update holds set state = 'released' where order_id = $1", [held.id])
  })

  test('shows one product, and nothing for a product or terminal that does not exist', async () => {
    expect((await week('&product_id=6')).products.map(({ id }) => id)).toEqual([6])
    for (const query of ['product_id=99999', 'terminal_id=99999']) {
      const reply = await shop.call('GET', `/v1/staff_weeks?${query}`, { token: staff.token })
      expect(reply.status, query).toBe(404)
    }
  })

  test('is for staff only', async () => {
    const reply = await shop.call('GET', '/v1/staff_weeks', { token: buyer.token })
    expect(reply.status).toBe(403)
    expect((await change({ closed: true, version: 'x' }, departureId, buyer.token)).status).toBe(403)
  })
})

describe('a closed departure', () => {
  test('is not sold until it is opened again, and keeps its passengers', async () => {
    expect(await offered()).toBeDefined()
    expect(await changed({ closed: true, reason: 'Ramp works' })).toMatchObject({
      state: 'closed',
      reason: 'Ramp works',
      seats_sold: 2,
      parties: 1,
    })
    expect(await offered()).toBeUndefined()
    expect((await quote()).status).toBe(422)
    expect(await changed({ closed: false })).toMatchObject({ state: 'open', seats_sold: 2 })
    expect(await offered()).toBeDefined()
    expect(await shop.count("select count(*) from audit_log where resource = 'departure_exceptions'")).toBe(2)
  })

  test('stays as it is when it is closed once more or opened without being closed', async () => {
    const closings = () =>
      shop.count("select count(*) from departure_exceptions where kind = 'closed' and date = $1", date)
    const before = await closings()
    await changed({ closed: false })
    await changed({ closed: true })
    await changed({ closed: true })
    expect(await closings()).toBe(before + 1)
    await changed({ closed: false })
    expect(await closings()).toBe(before)
  })

  test('is not closed twice: a stale version gets the present departure and changes nothing', async () => {
    const { version } = find(await week())
    expect((await change({ closed: true, version })).status).toBe(200)
    const late = await change({ closed: true, version })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'changed_meanwhile', departure_date: { state: 'closed' } })
    expect(
      await shop.count(
        "select count(*) from departure_exceptions where reason = '' and departure_id = $1",
        departureId,
      ),
    ).toBe(1)
    await changed({ closed: false })
  })

  test('two people who close it at once make one closing', async () => {
    const { version } = find(await week())
    const answers = await Promise.all([1, 2, 3].map(() => change({ closed: true, version })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await changed({ closed: false })
    expect(find(await week()).state).toBe('open')
  })
})

describe('the price of a departure', () => {
  test('changes on one date alone, for what is quoted and for the list, and can be taken away', async () => {
    const before = find(await week())
    const other = (await onSale(addWeek(date))).find((one) => one.departure_id === departureId)
    const own = await changed({ date_price: 199.5 })
    expect(own).toMatchObject({ price: 199.5, date_price: 199.5, revenue: before.revenue })
    expect((await offered())?.seat_price).toBe(199.5)
    expect((await offered())?.seat_price_total).toBe(own.price_total)
    expect((await quote()).body).toMatchObject({ quote: { total: own.price_total } })
    const later = (await onSale(addWeek(date))).find((one) => one.departure_id === departureId)
    expect(later?.seat_price).toBe(other?.seat_price)
    expect(await changed({ date_price: null })).toMatchObject({ price: before.price, date_price: null })
    expect((await quote()).body).toMatchObject({ quote: { total: before.price_total } })
  })

  test('of a rule changes every date without a price of its own', async () => {
    const before = find(await week())
    const all = await changed({ rule_price: 211 })
    expect(all).toMatchObject({ price: 211, rule_price: 211, date_price: null })
    const later = (await onSale(addWeek(date))).find((one) => one.departure_id === departureId)
    expect(later?.seat_price).toBe(211)
    expect(await changed({ rule_price: before.rule_price })).toMatchObject({ price: before.price })
  })

  test('a closed departure keeps its price, and a price that nobody can mean is refused', async () => {
    const { version } = find(await week())
    expect((await change({ date_price: 0, version })).status).toBe(422)
    expect((await change({ date_price: 100_001, version })).status).toBe(422)
    expect((await change({ date_price: 10.005, version })).status).toBe(422)
  })

  test('a seat that was sold keeps the price it was sold at', async () => {
    const { revenue } = find(await week())
    expect((await changed({ date_price: 150 })).revenue).toBe(revenue)
    await changed({ date_price: null })
  })
})

describe('a closed day', () => {
  const close = (body: object, terminal = 1) =>
    shop.call('PATCH', `/v1/terminal_days/${String(terminal)}/${date}`, {
      token: staff.token,
      body: { terminal_day: body },
    })
  const dayOf = (of: StaffWeek) => of.days.find((one) => one.date === date)

  test('closes what flies from the terminal, and taking it back leaves single closings', async () => {
    await changed({ closed: true })
    const { version } = dayOf(await week()) ?? { version: '' }
    const reply = await close({ closed: true, reason: 'Storm', version })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { terminal_day: done } = TerminalDayReply.parse(reply.body)
    expect(done.closed).toBe(true)
    expect(done.targets.length).toBeGreaterThan(1)
    const closed = await week()
    expect(dayOf(closed)).toMatchObject({ closed: true, reason: 'Storm', version: done.version })
    expect(find(closed)).toMatchObject({ state: 'day_closed', seats_sold: 2 })
    expect(await onSale()).toEqual([])
    const single = await change({ closed: false, version: find(closed).version })
    expect(single.status).toBe(409)
    const back = await close({ closed: false, targets: done.targets, version: done.version })
    expect(back.status).toBe(200)
    expect(dayOf(await week())).toMatchObject({ closed: false, version })
    expect(find(await week()).state).toBe('closed')
    await changed({ closed: false })
  })

  test('closes one product only, and a stale version gets the present day', async () => {
    const { version } = dayOf(await week('&product_id=6')) ?? { version: '' }
    const reply = await close({ closed: true, product_id: 6, version })
    const { terminal_day: done } = TerminalDayReply.parse(reply.body)
    expect(done.targets).toEqual([{ product_id: 6, departure_id: null }])
    expect(dayOf(await week())?.closed).toBe(false)
    const late = await close({ closed: true, product_id: 6, version })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'changed_meanwhile', terminal_day: { closed: true } })
    expect((await close({ closed: false, product_id: 6, version: done.version })).status).toBe(200)
    expect(dayOf(await week('&product_id=6'))?.version).toBe(version)
  })

  test('nothing is closed at a terminal that nothing leaves from', async () => {
    expect((await close({ closed: true, version: 'open' }, 99_999)).status).toBe(404)
  })
})

test('a departure that has left is not changed any more', async () => {
  const { version } = find(await week())
  shop.clock.set(new Date(Date.parse(departAt) + 60_000))
  staff = await openStaffMember(shop.deps)
  expect(find(await week()).state).toBe('flown')
  const refused = await change({ closed: true, version })
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

const addWeek = (day: string) => new Date(Date.parse(day) + 7 * 86_400_000).toISOString().slice(0, 10)
