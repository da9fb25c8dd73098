import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serveWaitlists } from '#api/waitlist/serve-waitlists.ts'
import {
  type ChosenDeparture,
  departureAt,
  flightOrder,
  guestToken,
  logIn,
  openShop,
  placeOrder,
  postOrder,
  seatOrder,
} from '#tests/support/shopper.ts'
import { figuresOf } from '#tests/support/figures-of.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let staff: string
let flight: ChosenDeparture
let machine: number
let type: number
let terminal: number
beforeEach(async () => {
  const opened = await openShop()
  shop = opened.shop
  staff = await logIn(shop, 'staff@example.com')
  flight = await departureAt(shop, 6, opened.nextDay(), '14:30')
  const [row] = await query(
    `select a.id, a.aircraft_type_id as type, a.terminal_id as terminal from aircraft a
     join products p on p.aircraft_type_id = a.aircraft_type_id
       and p.departure_terminal_id = a.terminal_id where p.id = 6`,
  )
  ;[machine, type, terminal] = [Number(row?.['id']), Number(row?.['type']), Number(row?.['terminal'])]
})
afterEach(() => shop.close())

const query = async (sql: string, values: unknown[] = []) =>
  (await shop.deps.database.query(sql, values)).rows
const change = (path: string, body: object) => shop.call('PATCH', `/v1/${path}`, { token: staff, body })
const changeType = (values: object) => change(`aircraft_types/${String(type)}`, { aircraft_type: values })
const changeMachine = (values: object) => change(`aircraft/${String(machine)}`, { aircraft: values })
const audits = async () =>
  query(
    `select resource, after from audit_log where resource in ('aircraft', 'aircraft_types', 'flights')
      order by id`,
  )
const flightNow = async () =>
  (
    await query(
      'select id, aircraft_id, capacity, max_weight_lbs, seats_sold + seats_held as taken, ' +
        'ready_at from flights where depart_at = $1',
      [flight.depart_at],
    )
  )[0]
const buy = async (seats: number) =>
  (await postOrder(shop, await guestToken(shop), seatOrder(flight, seats))).status
/** Creates another aircraft at the same terminal, with its own type. */
async function another(values: { seats: number; category?: string; weight?: number }): Promise<number> {
  const { seats, weight = 900, category = 'doors_off' } = values
  const [made] = await query(
    `insert into aircraft_types (name, max_passengers, max_weight_lbs, category)
      values ('other', $1, $2, $3) returning id`,
    [seats, weight, category],
  )
  const [row] = await query(
    `insert into aircraft (registration, aircraft_type_id, terminal_id) values ('N900XX', $1, $2)
      returning id`,
    [made?.['id'], terminal],
  )
  return Number(row?.['id'])
}

describe('a smaller aircraft type', () => {
  test.each(['held', 'paying', 'sold'] as const)(
    'is refused while seats are %s, names their number and time, and changes nothing',
    async (state) => {
      await occupySeats(shop, flight, { seats: 3, state })
      const refused = await changeType({ max_passengers: 2 })
      expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(JSON.stringify(refused.body)).toMatch(
        /3 on one departure \(\w{3}, May \d+, 2027, 2:30\sPM EDT\)/,
      )
      expect(await flightNow()).toMatchObject({ capacity: 4 })
      expect(await audits()).toEqual([])
    },
  )

  test('is accepted when all seats fit, and limits later sales', async () => {
    await occupySeats(shop, flight, { seats: 2, state: 'sold' })
    expect((await changeType({ max_passengers: 3, max_weight_lbs: 700 })).status).toBe(200)
    expect(await flightNow()).toMatchObject({ capacity: 3, max_weight_lbs: 700, taken: 2 })
    expect(await audits()).toMatchObject([{ resource: 'aircraft_types', after: { max_passengers: 3 } }])
    expect(await buy(2)).toBe(409)
    expect(await buy(1)).toBe(201)
  })

  test('is refused when the booked weight exceeds its limit', async () => {
    await occupySeats(shop, flight, { seats: 3, state: 'sold' })
    expect((await changeType({ max_weight_lbs: 569 })).status).toBe(409)
    expect((await changeType({ max_weight_lbs: 570 })).status).toBe(200)
  })

  test('is refused for a flight that was bought whole, and a larger type opens no seat there', async () => {
    await placeOrder(shop, await guestToken(shop), flightOrder(flight, 2))
    expect((await changeType({ max_passengers: 3 })).status).toBe(409)
    expect((await changeType({ max_passengers: 5, max_weight_lbs: 1100 })).status).toBe(200)
    expect(await flightNow()).toMatchObject({ capacity: 4, taken: 4 })
    expect(await buy(1)).toBe(409)
  })

  test('is refused for seats that are offered to the waitlist', async () => {
    await occupySeats(shop, flight, { seats: 4, state: 'sold' })
    const entry = {
      brand_id: 1,
      ...flight,
      quantity_type: 'seat',
      quantity: 4,
      email: 'ada@example.com',
      consent: true,
    }
    expect(
      (await shop.call('POST', '/v1/waitlist_entries', { body: { waitlist_entry: entry } })).status,
    ).toBe(201)
    await query("update holds set state = 'released'")
    await query('update flights set seats_sold = 0')
    await serveWaitlists(shop.deps)
    expect(await flightNow()).toMatchObject({ taken: 4 })
    expect(
      await query("select 1 from holds where waitlist_offer_id is not null and state = 'held'"),
    ).toHaveLength(1)
    expect((await changeType({ max_passengers: 3 })).status).toBe(409)
  })

  test('ignores expired holds and past or cancelled flights', async () => {
    await occupySeats(shop, flight, { seats: 4, state: 'held' })
    shop.clock.advance(16)
    expect((await changeType({ max_passengers: 3 })).status).toBe(200)
    expect(await flightNow()).toMatchObject({ taken: 0 })
    await occupySeats(shop, flight, { seats: 3, state: 'sold' })
    await query("update flights set status = 'landed'")
    expect((await changeType({ max_passengers: 2 })).status).toBe(200)
    expect(await flightNow()).toMatchObject({ capacity: 3 })
  })

  test('is refused a lower limit per seat while a passenger would lack a second seat', async () => {
    await occupySeats(shop, flight, { seats: 2, state: 'sold' })
    await query('update aircraft_types set seat_limit_lbs = 250 where id = $1', [type])
    const heaviest = `insert into passengers (order_id, position, full_name, weight_lbs)
      select order_id, 1, 'Ada', $1 from holds where state = 'sold'
      on conflict (order_id, position) do update set weight_lbs = excluded.weight_lbs`
    await query(heaviest, [240])
    const refused = await changeType({ seat_limit_lbs: 230 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(JSON.stringify(refused.body)).toContain(
      'would lack a second seat for somebody: 2 on one departure',
    )
    expect(figuresOf(refused.body)).not.toContain(240)
    expect(await audits()).toEqual([])
    // A passenger above the present limit already has a staff task.
    await query(heaviest, [260])
    expect((await changeType({ seat_limit_lbs: 230 })).status).toBe(200)
    await query('update orders set second_seats = 1')
    await query(heaviest, [225])
    expect((await changeType({ seat_limit_lbs: 220 })).status).toBe(200)
  })

  test('cannot get another category than what was bought', async () => {
    await occupySeats(shop, flight, { seats: 1, state: 'sold' })
    const refused = await changeType({ category: 'doors_on' })
    expect(refused).toMatchObject({ status: 409 })
    expect(JSON.stringify(refused.body)).toContain('were bought for what it is')
  })
})

describe('an aircraft with passengers', () => {
  test('cannot leave service or its terminal until another aircraft takes its flights', async () => {
    await occupySeats(shop, flight, { seats: 2, state: 'sold' })
    const away = await query('select id from terminals where id <> $1 limit 1', [terminal])
    for (const values of [{ in_service: false }, { terminal_id: away[0]?.['id'] }]) {
      expect(await changeMachine(values)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    }
    const spare = await another({ seats: 3 })
    const { id } = (await flightNow()) ?? {}
    const moved = await change(`flights/${String(id)}`, { flight: { aircraft_id: spare } })
    expect(moved).toMatchObject({ status: 200, body: { flight: { aircraft_id: spare, capacity: 3 } } })
    expect((await changeMachine({ in_service: false })).status).toBe(200)
    expect((await audits()).map(({ resource }) => resource)).toEqual(['flights', 'aircraft'])
    expect(await buy(2)).toBe(409)
    expect(await buy(1)).toBe(201)
  })

  test('can get another type only of the same category with room for all passengers', async () => {
    await occupySeats(shop, flight, { seats: 3, state: 'held' })
    const typeOf = async (id: number) =>
      (await query('select aircraft_type_id as id from aircraft where id = $1', [id]))[0]?.['id']
    const small = await typeOf(await another({ seats: 2 }))
    expect((await changeMachine({ aircraft_type_id: small })).status).toBe(409)
    await query(
      'update aircraft_types set max_passengers = 6, max_weight_lbs = 1350, category = ' +
        "'doors_on' where id = $1",
      [small],
    )
    expect((await changeMachine({ aircraft_type_id: small })).status).toBe(409)
    await query("update aircraft_types set category = 'doors_off' where id = $1", [small])
    expect((await changeMachine({ aircraft_type_id: small })).status).toBe(200)
    expect(await flightNow()).toMatchObject({ capacity: 6, max_weight_lbs: 1350 })
  })

  test('cannot get a turnaround that runs into its next flight', async () => {
    await occupySeats(shop, flight, { seats: 1, state: 'sold' })
    const before = new Date(String((await flightNow())?.['ready_at'])).getTime()
    expect((await changeMachine({ turnaround_mins: 20 })).status).toBe(200)
    expect(new Date(String((await flightNow())?.['ready_at'])).getTime() - before).toBe(5 * 60_000)
    const later = new Date(Date.parse(flight.depart_at) + 2 * 3_600_000)
    const [slot] = await query(
      `insert into slots (product_id, departure_id, terminal_id, local_date, depart_at, arrive_at)
       select product_id, departure_id, terminal_id, local_date - 1, $1::timestamptz, $1::timestamptz +
         interval '15 minutes' from slots returning id`,
      [later.toISOString()],
    )
    await query(
      `insert into flights (slot_id, aircraft_id, flight_code, depart_at, ready_at, capacity,
        max_weight_lbs, seats_sold)
       values ($1, $2, 'LR-X', $3::timestamptz, $3::timestamptz + interval '30 minutes', 4, 900, 1)`,
      [slot?.['id'], machine, later.toISOString()],
    )
    expect((await changeMachine({ turnaround_mins: 240 })).status).toBe(409)
  })
})

describe('a flight’s new aircraft', () => {
  test.each([
    ['has too few seats', { seats: 2 }, 409],
    ['carries too little', { seats: 4, weight: 500 }, 409],
    ['is of another category', { seats: 4, category: 'doors_on' }, 422],
  ])('is refused when it %s', async (_, values, status) => {
    await occupySeats(shop, flight, { seats: 3, state: 'sold' })
    const { id, aircraft_id: present } = (await flightNow()) ?? {}
    const refused = await change(`flights/${String(id)}`, { flight: { aircraft_id: await another(values) } })
    expect(refused.status).toBe(status)
    expect(await flightNow()).toMatchObject({ aircraft_id: present, capacity: 4 })
  })

  test('is refused when it is out of service, at another terminal, busy, or the flight is over', async () => {
    await occupySeats(shop, flight, { seats: 1, state: 'sold' })
    const { id } = (await flightNow()) ?? {}
    const spare = await another({ seats: 4 })
    const give = async () =>
      (await change(`flights/${String(id)}`, { flight: { aircraft_id: spare } })).status
    await query('update aircraft set in_service = false where id = $1', [spare])
    expect(await give()).toBe(422)
    await query(
      'update aircraft set in_service = true, terminal_id = (select max(id) from terminals) where id = $1',
      [spare],
    )
    expect(await give()).toBe(422)
    await query('update aircraft set terminal_id = $1 where id = $2', [terminal, spare])
    const [slot] = await query(
      `insert into slots (product_id, departure_id, terminal_id, local_date, depart_at, arrive_at)
       select product_id, departure_id, terminal_id, local_date - 1, depart_at, arrive_at from slots
         returning id`,
    )
    await query(
      `insert into flights (slot_id, aircraft_id, flight_code, depart_at, ready_at, capacity,
        max_weight_lbs, seats_sold)
       select $1, $2, 'LR-X', depart_at, ready_at, 4, 900, 1 from flights where id = $3`,
      [slot?.['id'], spare, id],
    )
    expect(await give()).toBe(409)
    await query("delete from flights where flight_code = 'LR-X'")
    await query("update flights set status = 'departed' where id = $1", [id])
    expect(await give()).toBe(409)
    await query("update flights set status = 'scheduled' where id = $1", [id])
    expect(await give()).toBe(200)
  })
})
