import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { type FlightBoard, FlightBoardReply, type UnfitReason } from '#contract/flight-board.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

const MINUTE = 60_000

let shop: PayingShop
let desk: Account
let colleague: Account
let pilot: Account
let customer: Account
let date: string
let flight: number
let later: number
let leavesAt: string
beforeAll(async () => {
  shop = await openPayingShop()
  const sold = await sellOrder(shop, { seats: 3 })
  const [booked] = sold.order.flights
  flight = booked?.flight_id ?? 0
  date = booked?.local_date ?? ''
  leavesAt = booked?.depart_at ?? ''
  later = await sellLater(sold.buyer)
  shop.clock.set(new Date(Date.parse(leavesAt) - 20 * MINUTE))
  customer = await openAccount(shop.deps)
  desk = await openStaffMember(shop.deps)
  colleague = await openStaffMember(shop.deps)
  pilot = await openStaffMember(shop.deps, 'pilot')
  await query("update users set first_name = 'Ann', last_name = 'Reed' where id = $1", [colleague.userId])
  // An aircraft of two seats, one that carries little, and one that is free and fits.
  await query(
    `insert into aircraft_types (name, max_passengers, max_weight_lbs, category)
     values ('2-seat', 2, 900, 'doors_off'), ('Light', 4, 300, 'doors_off')`,
  )
  for (const [registration, type] of Object.entries({
    N201LR: '2-seat',
    N301LR: 'Light',
    N402LR: '4-seat',
  })) {
    await query(
      `insert into aircraft (registration, aircraft_type_id, terminal_id)
       select $1, (select id from aircraft_types where name = $2), terminal_id from aircraft
       where registration = 'N401LR'`,
      [registration, type],
    )
  }
}, 120_000)
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const get = (path: string, token = desk.token) => shop.call('GET', `/v1/flight_boards/${path}`, { token })
async function read(more = ''): Promise<FlightBoard> {
  const reply = await get(`${date}${more}`)
  expect(reply.status).toBe(200)
  return FlightBoardReply.parse(reply.body).flight_board
}
const withOptions = (id = flight) => read(`?flight=${String(id)}`)
const patch = (path: string, body: unknown, token = desk.token) =>
  shop.call('PATCH', `/v1/${path}`, { token, body })
const change = (fields: Record<string, unknown>, token?: string) =>
  patch(`flights/${String(flight)}`, { flight: fields }, token)
const aircraftId = (registration: string) =>
  shop.count('select id from aircraft where registration = $1', registration)

/** Sells two seats of the next departure of the same product on that day. */
async function sellLater({ token }: Account): Promise<number> {
  const { body } = await shop.call('GET', `/v1/availability/day?product_id=6&date=${date}`)
  const next = AvailabilityDayReply.parse(body).availability.departures.find(
    ({ depart_at: at }) => at > leavesAt,
  )
  const { departure_id: departureId = 0, depart_at: departAt = '' } = next ?? {}
  const order = await shop.order(token, 2, { departureId, departAt })
  expect((await shop.pay(token, order, VISA_PAYMENT)).status).toBe(201)
  return (await shop.read(token, order)).flights[0]?.flight_id ?? 0
}

/** The kinds of reasons by registration. */
async function reasonsByAircraft(): Promise<Record<string, UnfitReason['kind'][]>> {
  const { aircraft, options } = await withOptions()
  return Object.fromEntries(
    (options?.aircraft ?? []).map(({ aircraft_id: id, reasons }) => [
      aircraft.find((one) => one.id === id)?.registration ?? '',
      reasons.map(({ kind }) => kind),
    ]),
  )
}

describe('the board of a day', () => {
  it('shows a flight with its load, its times and what it needs', async () => {
    const board = await read()
    const [one] = board.flights
    expect(board.flights).toHaveLength(2)
    expect(one).toMatchObject({
      id: flight,
      seats_sold: 3,
      registration: 'N401LR',
      pilot_id: null,
      turnaround: null,
    })
    expect(one?.needs).toContain('no_pilot')
    const machine = board.aircraft.find(({ id }) => id === one?.aircraft_id)
    expect(machine).toMatchObject({ capacity: 4, category: 'doors_off', out_of_service: null })
    const ground = (Date.parse(one?.ready_at ?? '') - Date.parse(one?.arrive_at ?? '')) / 60_000
    expect(ground).toBe(machine?.turnaround_mins)
    expect(board.options).toBeNull()
  })

  it('gives the light of each terminal, from the first to the last', async () => {
    const { terminals } = await read()
    expect(terminals.length).toBeGreaterThan(2)
    for (const { first_light: first, sunrise, sunset, last_light: last } of terminals) {
      const order = [first, sunrise, sunset, last].map((at) => Date.parse(at ?? ''))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
  })

  it('names since when an aircraft is out of service', async () => {
    const id = await aircraftId('N403LR')
    await patch(`aircraft/${String(id)}`, { aircraft: { in_service: false } })
    const { aircraft } = await read()
    const since = shop.clock.now().toISOString()
    expect(aircraft.find((one) => one.id === id)?.out_of_service).toEqual({ since, until: null })
    await query('update aircraft set in_service = false where registration = $1', ['N404LR'])
    const other = (await read()).aircraft.find(({ registration }) => registration === 'N404LR')
    expect(other?.out_of_service).toEqual({ since: null, until: null })
    await query('update aircraft set in_service = true')
  })

  it('tells when an aircraft has too little time on the ground before a flight', async () => {
    await query(
      `update slots set depart_at = $2::timestamptz + interval '50 minutes',
         arrive_at = $2::timestamptz + interval '60 minutes'
       where id = (select slot_id from flights where id = $1)`,
      [later, leavesAt],
    )
    await query(
      `update flights set depart_at = $2::timestamptz + interval '50 minutes',
         ready_at = $2::timestamptz + interval '75 minutes' where id = $1`,
      [later, leavesAt],
    )
    shop.clock.set(new Date(Date.parse(leavesAt) + 18 * MINUTE))
    const { flights } = await read()
    // Twenty-five minutes in the air from now on, and seven until the next one leaves.
    expect(flights.find(({ id }) => id === later)).toMatchObject({
      needs: expect.arrayContaining(['short_turnaround']) as unknown,
      turnaround: { minutes: 7, needed: 15 },
    })
    shop.clock.set(new Date(Date.parse(leavesAt) - 20 * MINUTE))
    await query('update flights set pilot_id = $2 where id = $1', [later, pilot.userId])
    const { pilots } = await read()
    expect(pilots.find(({ id }) => id === pilot.userId)).toMatchObject({ flights: 1, flight_mins: 10 })
  })

  it('is for staff only', async () => {
    expect((await get(date, pilot.token)).status).toBe(403)
    expect((await get(date, customer.token)).status).toBe(403)
    expect((await shop.call('GET', `/v1/flight_boards/${date}`)).status).toBe(401)
    expect((await get('yesterday')).status).toBe(404)
  })
})

describe('the options of a flight', () => {
  it('give for each aircraft of the terminal the reason that the change would be refused for', async () => {
    await query("update aircraft set in_service = false where registration = 'N403LR'")
    expect(await reasonsByAircraft()).toEqual({
      N201LR: ['too_few_seats'],
      N301LR: ['too_heavy'],
      N402LR: [],
      N403LR: ['out_of_service', 'other_category'],
      N404LR: [],
      N602LR: ['other_category'],
    })
    for (const [registration, reasons] of Object.entries(await reasonsByAircraft())) {
      const { status } = await change({ aircraft_id: await aircraftId(registration) })
      expect([registration, status < 300]).toEqual([registration, reasons.length === 0])
    }
    await change({ aircraft_id: await aircraftId('N401LR') })
  })

  it('count the seats and the pounds that are missing', async () => {
    const { options, aircraft } = await withOptions()
    const reasonOf = (registration: string) => {
      const id = aircraft.find((one) => one.registration === registration)?.id
      return options?.aircraft.find(({ aircraft_id: own }) => own === id)?.reasons[0]
    }
    expect(reasonOf('N201LR')?.count).toBe(1)
    const pounds = await shop.count(
      "select sum(weight_lbs) from holds where flight_id = $1 and state = 'sold'",
      flight,
    )
    expect(reasonOf('N301LR')?.count).toBe(pounds - 300)
  })

  it('say by how much a flight that is too heavy now would stay so on another aircraft', async () => {
    const overOf = async (registration: string) => {
      const { options, aircraft } = await withOptions()
      const id = aircraft.find((one) => one.registration === registration)?.id
      const found = options?.aircraft.find(({ aircraft_id: own }) => own === id)
      return [found?.reasons.length, found?.over_lbs]
    }
    expect(await overOf('N402LR')).toEqual([0, 0])
    const { max_weight_lbs: limit = 0, weight_lbs: carried = 0 } =
      (await withOptions()).flights.find(({ id }) => id === flight) ?? {}
    const add = (pounds: number) =>
      query("update holds set weight_lbs = weight_lbs + $2 where flight_id = $1 and state = 'sold'", [
        flight,
        pounds,
      ])
    await add(limit + 40 - carried)
    expect(await overOf('N402LR')).toEqual([0, 40])
    await add(carried - limit - 40)
  })

  it('name the flight that keeps an aircraft, and that the change is refused', async () => {
    const { flights } = await read()
    const other = flights.find(({ id }) => id !== flight)
    await patch(`flights/${String(other?.id)}`, { flight: { aircraft_id: await aircraftId('N402LR') } })
    await query('update flights set depart_at = $2::timestamptz where id = $1', [other?.id, leavesAt])
    await query(
      'update slots set depart_at = $2::timestamptz where id = (select slot_id from flights where id = $1)',
      [other?.id, leavesAt],
    )
    expect((await reasonsByAircraft())['N402LR']).toEqual(['busy'])
    expect((await change({ aircraft_id: await aircraftId('N402LR') })).status).toBe(409)
    const { options } = await withOptions()
    const busy = options?.pilots.find(({ pilot_id: id }) => id === pilot.userId)?.reasons
    expect(busy).toMatchObject([{ kind: 'busy', flight_code: other?.flight_code }])
    expect((await change({ pilot_id: pilot.userId })).status).toBe(422)
    const free = options?.pilots.find(({ reasons }) => reasons.length === 0)
    expect((await change({ pilot_id: free?.pilot_id })).status).toBe(200)
    await change({ pilot_id: null })
  })

  it('end when the flight has left', async () => {
    await query("update flights set status = 'landed' where id = $1", [flight])
    expect((await withOptions()).options).toBeNull()
    await query("update flights set status = 'scheduled' where id = $1", [flight])
    expect((await withOptions(999_999)).options).toBeNull()
  })
})

describe('changing the aircraft with the value that was read', () => {
  it('answers 409 with the present aircraft and who set it, and writes nothing', async () => {
    const [first, second] = [await aircraftId('N401LR'), await aircraftId('N404LR')]
    await change({ aircraft_id: second, aircraft_id_was: first }, colleague.token)
    const late = await change({ aircraft_id: await aircraftId('N402LR'), aircraft_id_was: first })
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        flight: { id: flight, aircraft_id: second },
        changed_by: 'Ann Reed',
      },
    })
    expect((await change({ aircraft_id: first, aircraft_id_was: second })).status).toBe(200)
  })
})
