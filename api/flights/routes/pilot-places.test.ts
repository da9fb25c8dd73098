import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

const NEW_YORKER = 6
const MIAMI_COASTLINE = 8

let shop: PayingShop
let admin: Account
beforeAll(async () => {
  shop = await openPayingShop()
  admin = await openStaffMember(shop.deps, 'admin')
})
afterAll(() => shop.close())

let day = 0
/** Noon in New York on a day that no other test uses. */
const nextNoon = () => {
  day += 1
  return new Date(Date.UTC(2027, 7, day, 16))
}
const minutesAfter = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)

/**
 * Creates a flight of 25 minutes with a passenger, on the nth aircraft of its terminal, with a
 * turnaround of 15 minutes.
 */
async function addFlight(productId: number, departAt: Date, nth = 0): Promise<number> {
  const { rows } = await shop.deps.database.query(
    `with place as (
       select p.id as product_id, p.departure_terminal_id as terminal_id,
         (select d.id from departures d where d.product_id = p.id
            and not exists (select 1 from slots s where s.departure_id = d.id
              and s.local_date = $2::timestamptz::date)
          order by d.id limit 1) as departure_id,
         (select a.id from aircraft a where a.terminal_id = p.departure_terminal_id
           order by a.id offset $3 limit 1)
           as aircraft_id
       from products p where p.id = $1
     ), slot as (
       insert into slots (product_id, departure_id, terminal_id, local_date, depart_at, arrive_at)
       select product_id, departure_id, terminal_id, $2::timestamptz::date, $2::timestamptz,
         $2::timestamptz + interval '25 minutes' from place returning id
     )
     insert into flights (slot_id, aircraft_id, flight_code, depart_at, ready_at, capacity,
       max_weight_lbs, seats_sold)
     select slot.id, place.aircraft_id, 'F' || slot.id, $2::timestamptz, $2::timestamptz + interval
       '40 minutes', 4, 900, 1
     from slot, place returning id`,
    [productId, departAt, nth],
  )
  return Number(rows[0]?.['id'])
}

const setPilot = (flightId: number, pilotId: number) =>
  shop.call('PATCH', `/v1/flights/${String(flightId)}`, {
    token: admin.token,
    body: { flight: { pilot_id: pilotId } },
  })

describe('a pilot', () => {
  test('cannot be assigned New York at noon and Miami at one, in either order', async () => {
    const noon = nextNoon()
    const [inNewYork, inMiami] = [
      await addFlight(NEW_YORKER, noon),
      await addFlight(MIAMI_COASTLINE, minutesAfter(noon, 60)),
    ]
    for (const [first, second] of [
      [inNewYork, inMiami],
      [inMiami, inNewYork],
    ] as const) {
      const pilot = await openStaffMember(shop.deps, 'pilot')
      expect((await setPilot(first, pilot.userId)).status).toBe(200)
      const refused = await setPilot(second, pilot.userId)
      expect(refused.status).toBe(422)
      expect(JSON.stringify(refused.body)).toMatch(
        /This pilot cannot be there in time: F\d+ from [^"]+ is \d+ minutes away/,
      )
    }
  })

  test('can fly in Miami in the evening after New York at noon', async () => {
    const noon = nextNoon()
    const pilot = await openStaffMember(shop.deps, 'pilot')
    expect((await setPilot(await addFlight(NEW_YORKER, noon), pilot.userId)).status).toBe(200)
    const evening = await addFlight(MIAMI_COASTLINE, minutesAfter(noon, 9 * 60))
    expect((await setPilot(evening, pilot.userId)).status).toBe(200)
  })

  test('can take the next flight from the same place exactly after the turnaround', async () => {
    const noon = nextNoon()
    const pilot = await openStaffMember(shop.deps, 'pilot')
    expect((await setPilot(await addFlight(NEW_YORKER, noon), pilot.userId)).status).toBe(200)
    const early = await addFlight(NEW_YORKER, minutesAfter(noon, 39), 1)
    const refused = await setPilot(early, pilot.userId)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('This pilot flies another aircraft at that time')
    const after = await addFlight(NEW_YORKER, minutesAfter(noon, 40))
    expect((await setPilot(after, pilot.userId)).status).toBe(200)
  })

  test('cannot be made late by a longer turnaround of the aircraft', async () => {
    const noon = nextNoon()
    const pilot = await openStaffMember(shop.deps, 'pilot')
    const [first, second] = [
      await addFlight(NEW_YORKER, noon, 1),
      await addFlight(NEW_YORKER, minutesAfter(noon, 45)),
    ]
    for (const flight of [first, second]) expect((await setPilot(flight, pilot.userId)).status).toBe(200)
    const aircraftId = await shop.count('select aircraft_id from flights where id = $1', first)
    const change = (turnaround_mins: number) =>
      shop.call('PATCH', `/v1/aircraft/${String(aircraftId)}`, {
        token: admin.token,
        body: { aircraft: { turnaround_mins } },
      })
    const refused = await change(25)
    expect(refused.status).toBe(409)
    expect(JSON.stringify(refused.body)).toContain('Give one of the flights another pilot first')
    expect((await change(20)).status).toBe(200)
  })
})
