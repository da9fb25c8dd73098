import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { listDepartures, type OfferedDeparture } from '../../rules/departures/availability.ts'
import { addDays, addMinutes, toLocalDate } from '../../rules/time/local-time.ts'
import { loadDepartureTimetable, loadTimetables, type RuleOnSale } from './load-timetables.ts'
import { readCatalogue } from './read-catalogue.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
afterAll(() => shop.close())

const DAYS = 14

/** All departures of some days, also those for which every aircraft is busy. */
async function findAll(now: Date) {
  const { db } = shop.deps.database
  const catalogue = await readCatalogue(db)
  const fromDate = toLocalDate(now, 'America/New_York')
  const untilDate = addDays(fromDate, DAYS)
  const found = await loadTimetables(db, catalogue, catalogue.entries, { fromDate, untilDate, now })
  const dates = Array.from({ length: DAYS }, (_, day) => addDays(fromDate, day + 1))
  const departures = found.flatMap(({ entry, timetable }) =>
    dates.flatMap((date) => {
      const offered = listDepartures(timetable, date, now)
      return listDepartures({ ...timetable, busy: [] }, date, now).map((departure) => ({
        entry,
        departure,
        offered: offered.find((one) => isSame(one, departure)),
      }))
    }),
  )
  return { catalogue, departures }
}

const isSame = (one: OfferedDeparture<RuleOnSale>, other: OfferedDeparture<RuleOnSale>) =>
  one.rule.id === other.rule.id && one.departAt.getTime() === other.departAt.getTime()

/** Numbers from 0 to below `most`, the same in each run. */
function createNumbers(): (most: number) => number {
  let state = 7
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

/** Flies two thirds of the departures: full, taken in part or empty, some late, called off or longer. */
async function flySome(departures: readonly OfferedDeparture<RuleOnSale>[]): Promise<void> {
  const pick = createNumbers()
  const { query } = shop.deps.database
  for (const { rule, localDate, departAt, arriveAt } of departures) {
    const craft = rule.aircraft[pick(rule.aircraft.length)]
    if (pick(3) === 0 || !craft) continue
    const landsAt = addMinutes(arriveAt, pick(2) * 120)
    const { rows } = await query(
      `insert into slots (product_id, departure_id, terminal_id, local_date, depart_at, arrive_at)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [rule.row.productId, rule.id, rule.place.id, localDate, departAt, landsAt],
    )
    const delay = pick(4) === 0 ? 50 : 0
    await query(
      `insert into flights (slot_id, aircraft_id, flight_code, depart_at, ready_at, capacity,
         max_weight_lbs, seats_sold, status, delay_mins, delay_reason)
       values ($1::int, $2, 'T' || $1::int, $3, $4, $5, 1200, $6, $7, $8, $9) on conflict do nothing`,
      [
        ...[rows[0]?.['id'], craft.id, addMinutes(departAt, delay)],
        addMinutes(landsAt, delay + craft.turnaroundMins),
        ...[craft.capacity, pick(3) * Math.floor(craft.capacity / 2)],
        ...[pick(6) === 0 ? 'called_off' : 'scheduled', delay, delay > 0 ? 'weather' : null],
      ],
    )
  }
}

test('one departure is read as it stands among all others', async () => {
  const now = shop.clock.now()
  const empty = await findAll(now)
  await flySome(empty.departures.map(({ departure }) => departure))
  const { catalogue, departures } = await findAll(now)
  for (const { entry, departure, offered } of departures) {
    const { departAt, localDate, rule } = departure
    const day = toLocalDate(departAt, 'UTC')
    const alone = await loadDepartureTimetable(shop.deps.database.db, catalogue, entry, {
      ...{ departureId: rule.id, departAt, now },
      ...{ fromDate: addDays(day, -1), untilDate: addDays(day, 1) },
    })
    const found = listDepartures(alone, localDate, now).find((one) => isSame(one, departure))
    expect(found, `${entry.product.name}, ${departAt.toISOString()}`).toEqual(offered)
  }
  // What is compared has all kinds: on sale, full, and without an aircraft that is free.
  expect(departures.length).toBeGreaterThan(100)
  expect(departures.filter(({ offered }) => !offered).length).toBeGreaterThan(8)
  expect(departures.filter(({ offered }) => offered?.room.seatsLeft === 0).length).toBeGreaterThan(8)
})
