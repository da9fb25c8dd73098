import { afterAll, beforeAll, expect, test } from 'vitest'
import { FlightBoardReply } from '#contract/flight-board.ts'
import { ManifestReply } from '#contract/passenger.ts'
import { type StaffDay, StaffDayReply } from '#contract/staff-day.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let staff: Account
let pilot: Account
let date: string
let flightId: number
let orderId: number
let people: number[]
beforeAll(async () => {
  shop = await openPayingShop()
  const who = await openAccount(shop.deps)
  const booked = await shop.order(who.token, 2, await shop.nextFlight(), {
    passengers_attributes: [
      { full_name: 'Ada Lind', weight: 150 },
      { full_name: 'Bo Lind', weight: null },
    ],
  })
  expect((await shop.pay(who.token, booked, VISA_PAYMENT)).status).toBe(201)
  const order = await shop.read(who.token, booked)
  orderId = order.id
  const [flight] = order.flights
  date = flight?.local_date ?? ''
  flightId = flight?.flight_id ?? 0
  people = order.passengers.map(({ id }) => id)
  shop.clock.set(new Date(Date.parse(flight?.depart_at ?? '') - 20 * 60_000))
  staff = await openStaffMember(shop.deps)
  pilot = await openStaffMember(shop.deps, 'pilot')
}, 120_000)
afterAll(() => shop.close())

const read = async (day = date): Promise<StaffDay> => {
  const reply = await shop.call('GET', `/v1/staff_days/${day}`, { token: staff.token })
  expect(reply.status).toBe(200)
  return StaffDayReply.parse(reply.body).staff_day
}
const keysOf = ({ tasks }: StaffDay) => tasks.map(({ key }) => key)
const change = (path: string, body: unknown) =>
  shop.call('PATCH', path, { token: staff.token, body }).then(({ status }) => {
    expect(status).toBeLessThan(300)
  })

test('a booked flight shows its load, its weights and what it lacks', async () => {
  const day = await read()
  expect(day.flights).toMatchObject([
    { id: flightId, seats_sold: 2, checked_in: 0, weights_missing: 1, pilot_id: null, delay_mins: 0 },
  ])
  const [flight] = day.flights
  expect(flight?.weight_lbs).toBeGreaterThan(150)
  expect(flight?.max_weight_lbs).toBeGreaterThan(flight?.weight_lbs ?? 0)
  expect(keysOf(day)).toEqual([`no_pilot:${String(flightId)}`, `weight_missing:${String(flightId)}`])
  const [noPilot, weights] = day.tasks
  expect(noPilot).toMatchObject({ acts: ['set_pilot'], flight_id: flightId })
  expect(Date.parse(noPilot?.due_at ?? '')).toBe(Date.parse(flight?.depart_at ?? '') - 30 * 60_000)
  expect(noPilot?.pilots).toContainEqual(expect.objectContaining({ id: pilot.userId, free: true }))
  expect(weights?.passengers).toEqual([{ id: people[1], order_id: orderId, full_name: 'Bo Lind' }])
})

test('who is awaited counts as late from check-in time on, or from the minutes of the product', async () => {
  const { query } = shop.deps.database
  const isLateAfter = (minutes: number | null) =>
    query(
      `update products set check_in_mins = 45, late_mins = $2
       where id = (select s.product_id from flights f join slots s on s.id = f.slot_id where f.id = $1)`,
      [flightId, minutes],
    )
  const get = async (path: string) => (await shop.call('GET', path, { token: staff.token })).body
  const countLate = async () => {
    const board = FlightBoardReply.parse(await get(`/v1/flight_boards/${date}`)).flight_board
    const path = `/v1/flights/${String(flightId)}/manifest`
    const { passengers, flight } = ManifestReply.parse(await get(path)).manifest
    return {
      day: (await read()).flights[0]?.guests_late,
      board: board.flights[0]?.guests_late,
      manifest: passengers.filter(({ late }) => late).length,
      from: Date.parse(flight.late_from) - shop.clock.now().getTime(),
    }
  }
  // The flight leaves in twenty minutes, and check-in time was before that.
  await isLateAfter(null)
  expect(await countLate()).toEqual({ day: 2, board: 2, manifest: 2, from: -25 * 60_000 })
  await isLateAfter(19)
  expect(await countLate()).toEqual({ day: 0, board: 0, manifest: 0, from: 60_000 })
  await isLateAfter(20)
  expect(await countLate()).toEqual({ day: 2, board: 2, manifest: 2, from: 0 })
  await change(`/v1/flights/${String(flightId)}/passengers/${String(people[0])}`, {
    passenger: { boarding: 'no_show' },
  })
  expect(await countLate()).toMatchObject({ day: 1, board: 1, manifest: 1 })
  await change(`/v1/flights/${String(flightId)}/passengers/${String(people[0])}`, {
    passenger: { boarding: null },
  })
  await isLateAfter(null)
})

test('daylight is given for each terminal, and aircraft out of service are named', async () => {
  const { terminals, aircraft_out_of_service: idle } = await read()
  const kearny = terminals.find(({ name }) => name === 'Kearny Heliport')
  expect(kearny).toBeDefined()
  const order = [kearny?.sunrise, kearny?.sunset, kearny?.last_light].map((one) => Date.parse(one ?? ''))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(idle).toEqual([])
})

test('a task disappears once it is done', async () => {
  await change(`/v1/flights/${String(flightId)}`, { flight: { pilot_id: pilot.userId } })
  await change(`/v1/orders/${String(orderId)}/passengers/${String(people[1])}`, {
    passenger: { weight: 170 },
  })
  const day = await read()
  expect(day.tasks).toEqual([])
  expect(day.flights).toMatchObject([{ weights_missing: 0, weight_lbs: 320, pilot_id: pilot.userId }])
})

test('an aircraft out of service, a load beyond its limit and a delay are tasks of the flight', async () => {
  const { query } = shop.deps.database
  await query(
    'update aircraft set in_service = false where id = (select aircraft_id from flights where id = $1)',
    [flightId],
  )
  await query('update flights set max_weight_lbs = 300 where id = $1', [flightId])
  const day = await read()
  expect(keysOf(day)).toEqual([`no_aircraft:${String(flightId)}`, `too_heavy:${String(flightId)}`])
  expect(day.aircraft_out_of_service).toHaveLength(1)
  await query('update aircraft set in_service = true')
  await query('update flights set max_weight_lbs = 900 where id = $1', [flightId])
  shop.clock.advance(32)
  expect((await read()).flights).toMatchObject([{ delay_mins: 12 }])
  shop.clock.advance(-32)
})

test('an unpaid order of the phone is due when its seats are let go', async () => {
  const { departureId, departAt } = await shop.nextFlight()
  const body = {
    order: {
      brand_id: 1,
      channel: 'phone',
      customer: { email: 'phone.due@example.com' },
      order_item_seats_attributes: [{ departure_id: departureId, depart_at: departAt, quantity: 1 }],
      passengers_attributes: [{ full_name: 'Cal Ode', weight: 160 }],
      terms_and_conditions: true,
    },
  }
  const placed = await shop.call('POST', '/v1/orders', { token: staff.token, body })
  expect(placed.status).toBe(201)
  const { order } = placed.body as { order: { id: number; amount_due: number; held_until: string } }
  const day = await read()
  expect(day.tasks).toMatchObject([
    {
      kind: 'payment_due',
      acts: ['take_payment'],
      order_id: order.id,
      amount: order.amount_due,
      due_at: order.held_until,
      email: 'phone.due@example.com',
    },
  ])
  expect(day.money).toMatchObject({ due: order.amount_due, orders_due: 1, drawer: null })
})

test('the money of the day is that of the books', async () => {
  expect((await read('2020-01-01')).money).toMatchObject({ taken: 0, taken_week_before: 0, refunded: 0 })
  const { rows } = await shop.deps.database.query(
    'select amount_cents, created_at from payments where order_id = $1',
    [orderId],
  )
  const [payment] = rows
  const day = (payment?.['created_at'] as Date).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  expect((await read(day)).money.taken).toBe(Number(payment?.['amount_cents']) / 100)
})

test('pilots and customers are refused', async () => {
  const reply = await shop.call('GET', `/v1/staff_days/${date}`, { token: pilot.token })
  expect(reply.status).toBe(403)
})
