import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AircraftOutageList, AircraftOutageReply, OutagePreviewReply } from '#contract/aircraft-outage.ts'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { FlightBoardReply } from '#contract/flight-board.ts'
import { StaffDayReply } from '#contract/staff-day.ts'
import { type Account } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

const NEW_YORKER = 6

let shop: PayingShop
let desk: Account
let date: string
let flight: number
let machine: number
beforeAll(async () => {
  shop = await openPayingShop()
  desk = await openStaffMember(shop.deps)
  const { order } = await sellOrder(shop, { seats: 2 })
  const [booked] = order.flights
  flight = booked?.flight_id ?? 0
  date = booked?.local_date ?? ''
  machine = await shop.count('select aircraft_id from flights where id = $1', flight)
}, 120_000)
afterAll(() => shop.close())

const call = (method: string, path: string, body?: unknown, token = desk.token) =>
  shop.call(method, `/v1/${path}`, { token, ...(body === undefined ? {} : { body }) })
const outage = (more: Record<string, unknown> = {}, token = desk.token) =>
  call(
    'POST',
    'aircraft_outages',
    {
      aircraft_outage: {
        ...{ aircraft_id: machine, from_date: date, until_date: date, reason: '100-hour inspection' },
        ...more,
      },
    },
    token,
  )
const addDays = (days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
const readBoard = async (on = date) =>
  FlightBoardReply.parse((await call('GET', `flight_boards/${on}?flight=${String(flight)}`)).body)
    .flight_board
const taskKinds = async () =>
  StaffDayReply.parse((await call('GET', `staff_days/${date}`)).body).staff_day.tasks.map(({ key }) => key)
const remove = (id: number) => call('DELETE', `aircraft_outages/${String(id)}`)
/** The seats left of each departure of a day. */
async function seatsOn(on: string): Promise<number[]> {
  const { body } = await shop.call('GET', `/v1/availability/day?product_id=${String(NEW_YORKER)}&date=${on}`)
  return AvailabilityDayReply.parse(body).availability.departures.map(({ seats_left: left }) => left)
}

describe('an aircraft out of service for some days', () => {
  it('names the booked flights that are hit with aircraft that fit, and keeps them as tasks', async () => {
    const { hit_flights: hit } = OutagePreviewReply.parse(
      (await outage({ preview: true })).body,
    ).outage_preview
    expect(hit).toMatchObject([{ id: flight, people: 2 }])
    expect(hit[0]?.aircraft?.map(({ registration }) => registration)).toContain('N404LR')
    expect(await shop.count('select count(*) from aircraft_outages')).toBe(0)
    const unseen = await outage()
    expect(unseen).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(OutagePreviewReply.parse(unseen.body).outage_preview.hit_flights).toHaveLength(1)

    expect(await taskKinds()).not.toContain(`no_aircraft:${String(flight)}`)
    const made = await outage({ seen: [flight] })
    expect(made.status).toBe(201)
    const { id, flights } = AircraftOutageReply.parse(made.body).aircraft_outage
    expect(flights).toBe(1)
    expect((await outage({ seen: [flight] })).status).toBe(200)
    // Nothing is called off, and nobody loses a seat.
    expect(await shop.count('select aircraft_id from flights where id = $1', flight)).toBe(machine)
    expect(await shop.count('select seats_sold from flights where id = $1', flight)).toBe(2)
    expect(await taskKinds()).toContain(`no_aircraft:${String(flight)}`)
    const board = await readBoard()
    expect(board.flights.find((one) => one.id === flight)?.needs).toContain('no_aircraft')
    const end = `${addDays(1)}T04:00:00.000Z`
    expect(board.aircraft.find((one) => one.id === machine)?.out_of_service).toMatchObject({ until: end })

    const other = await shop.count("select id from aircraft where registration = 'N404LR'")
    const change = (aircraft_id: number) =>
      call('PATCH', `flights/${String(flight)}`, { flight: { aircraft_id } })
    expect((await change(other)).status).toBe(200)
    expect(await taskKinds()).not.toContain(`no_aircraft:${String(flight)}`)
    // The way back is closed, as the board says.
    expect(
      (await readBoard()).options?.aircraft.find((one) => one.aircraft_id === machine)?.reasons,
    ).toMatchObject([{ kind: 'out_of_service' }])
    expect((await change(machine)).status).toBe(422)
    expect((await remove(id)).status).toBe(204)
    expect((await change(machine)).status).toBe(200)
    expect((await remove(id)).status).toBe(404)
  })

  it('gets no further departures on these days, and others fly on', async () => {
    const later = addDays(7)
    const { rows } = await shop.deps.database.query(
      `select a.id from aircraft a join products p on p.id = $1 and p.aircraft_type_id = a.aircraft_type_id
         and p.departure_terminal_id = a.terminal_id where a.in_service order by a.id`,
      [NEW_YORKER],
    )
    const before = await seatsOn(later)
    expect(Math.max(...before)).toBeGreaterThan(0)
    const ids: number[] = []
    for (const { id } of rows) {
      const made = await outage({ aircraft_id: Number(id), from_date: later, until_date: later })
      expect(made.status).toBe(201)
      ids.push(AircraftOutageReply.parse(made.body).aircraft_outage.id)
    }
    const during = await seatsOn(later)
    expect(during.every((left) => left === 0)).toBe(true)
    expect(await seatsOn(addDays(8))).not.toHaveLength(0)
    expect(Math.max(...(await seatsOn(addDays(8))))).toBeGreaterThan(0)
    // An order that saw the seats before is refused under the lock, too.
    const next = await shop.call('GET', `/v1/availability/day?product_id=6&date=${later}`)
    const [departure] = AvailabilityDayReply.parse(next.body).availability.departures
    const token = await shop.guest('late.buyer@example.com')
    const order = {
      brand_id: 1,
      order_item_seats_attributes: [
        { departure_id: departure?.departure_id, depart_at: departure?.depart_at, quantity: 1 },
      ],
      passengers_attributes: [{ full_name: 'Ada Lind', weight: 150 }],
      terms_and_conditions: true,
    }
    expect((await shop.call('POST', '/v1/orders', { token, body: { order } })).status).not.toBe(201)
    for (const id of ids) expect((await remove(id)).status).toBe(204)
    expect(await seatsOn(later)).toEqual(before)
  })

  it('is listed until it is over, with every aircraft, and needs a reason and days to come', async () => {
    const made = await outage({ from_date: addDays(30), until_date: addDays(32) })
    const { id } = AircraftOutageReply.parse(made.body).aircraft_outage
    const list = AircraftOutageList.parse((await call('GET', 'aircraft_outages')).body)
    expect(list.aircraft_outages).toMatchObject([{ id, reason: '100-hour inspection', flights: 0 }])
    expect(list.aircraft.length).toBeGreaterThan(3)
    expect((await outage({ reason: ' ' })).status).toBe(422)
    expect((await outage({ until_date: addDays(-1) })).status).toBe(422)
    expect((await outage({ from_date: '2020-01-01', until_date: '2020-01-02' })).status).toBe(422)
    expect((await outage({ aircraft_id: 999_999 })).status).toBe(422)
    await remove(id)
  })

  it('is for staff only', async () => {
    const pilot = await openStaffMember(shop.deps, 'pilot')
    expect((await outage({}, pilot.token)).status).toBe(403)
    expect((await call('GET', 'aircraft_outages', undefined, pilot.token)).status).toBe(403)
  })
})
