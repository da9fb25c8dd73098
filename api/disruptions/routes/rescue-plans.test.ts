import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { RescueConflict, type RescuePlan, RescuePlanReply, RescueReply } from '#contract/rescue-plan.ts'
import { type Order } from '#contract/order.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import { type Account, BALANCED_BOOKS, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { findWholeDay } from '#tests/support/weather-holds.ts'
import { orders } from '../../db/schema/orders.ts'
import { writeOrderCalendar } from '../../orders/write-order-calendar.ts'

let shop: PayingShop
let staff: Account
let helpers: ReturnType<typeof createDepartureCanceller>
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
  helpers = createDepartureCanceller({ shop, token: staff.token })
  // A second aircraft of the type that the product is sold on.
  await shop.deps.database.query(
    `insert into aircraft (registration, aircraft_type_id, terminal_id)
     select 'N409LR', aircraft_type_id, terminal_id from aircraft where registration = 'N401LR'`,
  )
}, 120_000)
afterAll(() => shop.close())
/** After each test, ledger and tables agree and every integrity check passes. */
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind }) => `${check}: ${kind}`))).toEqual([])
})

interface Asked {
  aircraft_id: number
  date: string
  from: string
  until: string
}
const draw = (asked: Asked, strategy?: string, token = staff.token) => {
  const query = new URLSearchParams({
    ...{ date: asked.date, from: asked.from, until: asked.until, aircraft_id: String(asked.aircraft_id) },
    ...(strategy === undefined ? {} : { strategy }),
  })
  return shop.call('GET', `/v1/rescue_plans?${query.toString()}`, { token })
}
const planOf = async (asked: Asked, strategy?: string): Promise<RescuePlan> => {
  const { status, body } = await draw(asked, strategy)
  expect(status).toBe(200)
  return RescuePlanReply.parse(body).rescue_plan
}
const apply = (plan: RescuePlan, which: readonly number[] = plan.flights.map((one) => one.flight_id)) => {
  const { aircraft_id, date, from, until, strategy } = plan
  const flights = plan.flights
    .filter((one) => which.includes(one.flight_id))
    .map(({ flight_id, seen }) => ({ flight_id, seen }))
  const rescue_plan = { aircraft_id, date, from, until, strategy, reason: 'Oil leak', flights }
  return shop.call('POST', '/v1/rescue_plans', { token: staff.token, body: { rescue_plan } })
}
const done = async (plan: RescuePlan) => {
  const { status, body } = await apply(plan)
  expect(status).toBe(200)
  return RescueReply.parse(body)
}

async function sell(email: string, flight: Flight, seats = 2) {
  const token = await shop.guest(email)
  const order = await shop.order(token, seats, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  return { token, order: await shop.read(token, order) }
}
const flightOf = ({ flights: [flight] }: Order) => flight?.flight_id ?? 0
const aircraftOf = (flightId: number) => shop.count('select aircraft_id from flights where id = $1', flightId)
/** A day with two parties on one flight, and the whole of it. */
async function downDay(name: string) {
  const flight = await shop.nextFlight()
  const one = await sell(`${name}.one@example.com`, flight)
  const two = await sell(`${name}.two@example.com`, flight, 1)
  const { date } = await findWholeDay(shop, flight)
  const flightId = flightOf(one.order)
  const asked = { aircraft_id: await aircraftOf(flightId), date, from: '00:00', until: '23:59' }
  return { flight, one, two, flightId, asked }
}
const slotOf = (order: Order) => shop.count('select slot_id from flights where id = $1', flightOf(order))
/** A later departure of the same product and day, which the same aircraft can fly, too. */
async function laterDeparture({ departureId, departAt }: Flight): Promise<Flight> {
  const { rows } = await shop.deps.database.query(
    `select later.id, extract(epoch from later.time::time - first.time::time) / 60 as minutes
     from departures first join departures later on later.product_id = first.product_id
       and later.day_of_week = first.day_of_week and later.departure_type = 'fixed'
       and later.time::time >= first.time::time + interval '90 minutes'
     where first.id = $1 order by later.time limit 1`,
    [departureId],
  )
  const [row] = rows
  const at = Date.parse(departAt) + Number(row?.['minutes']) * 60_000
  return { departureId: Number(row?.['id']), departAt: new Date(at).toISOString() }
}
const mails = (kind: string, { id }: Order) =>
  shop.count('select count(*) from mails where kind = $1 and order_id = $2', kind, id)
const ledger = () => shop.count('select coalesce(max(id), 0) from ledger_entries')
const calendarOf = async ({ id }: Order) => {
  const [row] = await shop.deps.database.db.select().from(orders).where(eq(orders.id, id))
  const written = row && (await writeOrderCalendar(shop.deps, row))
  return written?.ok ? written.calendar : ''
}

describe('a rescue plan', () => {
  test('gives a flight another aircraft, beside what the other plans cost, and writes nothing', async () => {
    const { one, two, flightId, asked } = await downDay('seen')
    const plan = await planOf(asked)
    expect(plan).toMatchObject({ strategy: 'swap_and_move', out_of_service: false })
    expect(plan.cost).toEqual({ seats: 0, refund_amount: 0, voucher_amount: 0 })
    expect(plan.flights).toMatchObject([
      {
        flight_id: flightId,
        act: 'swap',
        parties: [
          { order_id: one.order.id, outcome: 'stays', people: 2, told_by: 'nobody' },
          { order_id: two.order.id, outcome: 'stays', people: 1 },
        ],
      },
    ])
    expect(plan.alternatives.map(({ strategy }) => strategy).toSorted()).toEqual([
      ...['call_off', 'move', 'swap', 'swap_and_move'],
    ])
    const off = plan.alternatives.find(({ strategy }) => strategy === 'call_off')
    const total = Math.round((one.order.total + two.order.total) * 100) / 100
    expect(off).toMatchObject({ called_off: 2, cost: { seats: 3, refund_amount: 0, voucher_amount: total } })
    expect(await aircraftOf(flightId)).toBe(asked.aircraft_id)
    expect(await shop.count('select count(*) from aircraft_outages')).toBe(0)
  })

  test('swaps the aircraft by one press, twice does once, and nobody is told', async () => {
    const { one, flightId, asked } = await downDay('swap')
    const plan = await planOf(asked)
    const { rescue, rescue_plan: left } = await done(plan)
    expect(rescue).toEqual({ swaps: 1, moved: 0, called_off: 0, settled_before: 0 })
    expect(left).toMatchObject({ flights: [], out_of_service: true })
    expect(await aircraftOf(flightId)).toBe(plan.flights[0]?.aircraft?.id)
    const again = await done(plan)
    expect(again.rescue).toEqual({ swaps: 0, moved: 0, called_off: 0, settled_before: 1 })
    expect(
      await shop.count('select count(*) from aircraft_outages where aircraft_id = $1', asked.aircraft_id),
    ).toBe(1)
    expect(await mails('flight_moved', one.order)).toBe(0)
    await shop.deps.database.query('delete from aircraft_outages')
  })

  test('moves whole parties at no charge, tells each once, and calls the rest off', async () => {
    const { one, two, asked } = await downDay('move')
    const before = await ledger()
    const plan = await planOf(asked, 'move')
    const [row] = plan.flights
    expect(row).toMatchObject({ act: 'call_off' })
    expect(row?.parties.map(({ outcome }) => outcome)).toEqual(['moved', 'moved'])
    expect(row?.parties[0]).toMatchObject({ told_by: 'mail' })
    const { rescue } = await done(plan)
    expect(rescue).toEqual({ swaps: 0, moved: 2, called_off: 0, settled_before: 0 })
    expect(await ledger()).toBe(before)
    for (const [at, { token, order }] of [one, two].entries()) {
      const after = await shop.read(token, order)
      expect(after.flights).toMatchObject([{ depart_at: row?.parties[at]?.moves_to, status: 'scheduled' }])
      expect(after.total).toBe(order.total)
      expect(await mails('flight_moved', order)).toBe(1)
      expect(await mails('called_off', order)).toBe(0)
      expect(await calendarOf(order)).toContain('SEQUENCE:1')
    }
    await shop.runDueNow()
    const [mail] = shop.mailer.to('move.one@example.com').filter(({ subject }) => subject.includes('moved'))
    expect(mail?.text).toContain('does not fly at the time that you booked')
    expect(await shop.count('select count(*) from reschedule_claims')).toBe(0)
    expect(
      await shop.count(
        `select count(*) from slots s join flights f on f.slot_id = s.id
         where f.id = $1 and s.called_off_at is not null`,
        plan.flights[0]?.flight_id,
      ),
    ).toBe(1)
    await shop.deps.database.query('delete from aircraft_outages')
  })

  test('calls a departure off as the page of the flight does, and costs what it said', async () => {
    const { one, two, asked } = await downDay('off')
    // One of them booked a fare that gives the money back.
    await shop.deps.database.query(
      `update fares set refund_when_called_off = true
       where id = (select fare_id from departures where id = $1)`,
      [one.order.flights[0]?.departure_id],
    )
    const plan = await planOf(asked, 'call_off')
    expect(plan.flights[0]?.parties.map(({ outcome }) => outcome)).toEqual(['called_off', 'called_off'])
    const { rescue } = await done(plan)
    expect(rescue).toEqual({ swaps: 0, moved: 0, called_off: 2, settled_before: 0 })
    await shop.runDueNow()
    const said = plan.cost.refund_amount + plan.cost.voucher_amount
    let given = 0
    for (const { token, order } of [one, two]) {
      expect(await mails('called_off', order)).toBe(1)
      const claim = await helpers.claimOf(token, order)
      const [choice, amount] = claim.refund
        ? ['refund', claim.refund.amount]
        : ['voucher', claim.voucher_amount ?? 0]
      expect((await helpers.answer(claim.token, { choice, amount })).status).toBe(200)
      given += amount
    }
    expect(Math.round(given * 100)).toBe(Math.round(said * 100))
    await shop.deps.database.query('delete from aircraft_outages')
  })

  test('that ends in the middle leaves each flight whole; a second press does the rest', async () => {
    const { one, two, flight, flightId, asked } = await downDay('broken')
    const later = await laterDeparture(flight)
    const three = await sell('broken.three@example.com', later)
    expect(await aircraftOf(flightOf(three.order))).toBe(asked.aircraft_id)
    const plan = await planOf(asked, 'move')
    expect(plan.flights.map((each) => each.flight_id)).toEqual([flightId, flightOf(three.order)])
    const { query } = shop.deps.database
    // The connection is lost while the second flight is settled, after its party was moved.
    await query(
      `create function lose_connection() returns trigger language plpgsql as $$ begin
         if new.slot_id = ${String(await slotOf(three.order))} then raise exception 'lost'; end if;
         return new;
       end $$`,
    )
    await query(
      'create trigger lose before insert on call_offs for each row execute function lose_connection()',
    )
    expect((await apply(plan)).status).toBe(500)
    expect(await mails('flight_moved', one.order)).toBe(1)
    expect(await mails('flight_moved', two.order)).toBe(1)
    expect(await mails('flight_moved', three.order)).toBe(0)
    expect((await shop.read(three.token, three.order)).flights).toMatchObject([
      { flight_id: flightOf(three.order), status: 'scheduled' },
    ])
    await query('drop function lose_connection cascade')

    const { rescue, rescue_plan: left } = await done(plan)
    expect(rescue).toEqual({ swaps: 0, moved: 1, called_off: 0, settled_before: 1 })
    expect(left.flights).toEqual([])
    await shop.runDueNow()
    for (const { order } of [one, two, three]) expect(await mails('flight_moved', order)).toBe(1)
    await query('delete from aircraft_outages')
  })

  test('that was drawn before the day changed is refused with the plan as it is now', async () => {
    const { flight, flightId, asked } = await downDay('late')
    const plan = await planOf(asked)
    const late = await sell('late.three@example.com', flight, 1)
    const refused = await apply(plan)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'changed_meanwhile' })
    const { rescue_plan: present, rescue } = RescueConflict.parse(refused.body)
    expect(rescue).toMatchObject({ swaps: 0, moved: 0, called_off: 0 })
    expect(present.flights[0]?.parties.map(({ order_id: id }) => id)).toContain(late.order.id)
    expect(await aircraftOf(flightId)).toBe(asked.aircraft_id)
    expect(await shop.count('select count(*) from aircraft_outages')).toBe(0)
    expect((await apply(present)).status).toBe(200)
    await shop.deps.database.query('delete from aircraft_outages')
  })

  test('takes an aircraft without flights out of service for these hours alone', async () => {
    const { date } = await findWholeDay(shop, await shop.nextFlight())
    const aircraft_id = await shop.count("select id from aircraft where registration = 'N403LR'")
    const plan = await planOf({ aircraft_id, date, from: '12:00', until: '16:00' })
    expect(plan.flights).toEqual([])
    expect((await done(plan)).rescue_plan.out_of_service).toBe(true)
    const { body } = await shop.call('GET', '/v1/aircraft_outages', { token: staff.token })
    expect(body).toMatchObject({
      aircraft_outages: [
        { registration: 'N403LR', from_time: '12:00', until_time: '16:00', reason: 'Oil leak' },
      ],
    })
    await shop.deps.database.query('delete from aircraft_outages')
  })

  test('is for staff alone, and says what is wrong with its span', async () => {
    const { date } = await findWholeDay(shop, await shop.nextFlight())
    const asked = { aircraft_id: 1, date, from: '12:00', until: '16:00' }
    const customer = await openAccount(shop.deps)
    expect((await draw(asked, undefined, customer.token)).status).toBe(403)
    const pilot = await openStaffMember(shop.deps, 'pilot')
    expect((await draw(asked, undefined, pilot.token)).status).toBe(403)
    expect((await draw({ ...asked, aircraft_id: 999 })).status).toBe(404)
    expect((await draw({ ...asked, until: '11:00' })).body).toEqual({
      until: ['Must be after the beginning'],
    })
    expect((await draw({ ...asked, date: '2027-05-01' })).body).toEqual({
      until: ['This time is over already'],
    })
  })
})
