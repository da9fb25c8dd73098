import { describe, expect, test } from 'vitest'
import { addDays, addMinutes, type DepartureRule, findOccurrence } from '#api/rules/time/local-time.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { makeKeyRing } from '#settings/key-ring.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { coastProducts } from './demo-coasts.ts'
import { newYorkProducts } from './demo-new-york.ts'
import { demoAircraft, demoTerminals } from './demo-places.ts'
import { demoDepartures, demoFares } from './demo-timetable.ts'
import { seedDemo } from './seed-demo.ts'

const now = new Date('2027-01-01T05:00:00Z')
const TURNAROUND_MINS = 15
const demoProducts = [...newYorkProducts, ...coastProducts]

const rules: (DepartureRule & { productId: number })[] = demoDepartures.map((row) => ({
  id: row.id ?? 0,
  productId: row.productId,
  dayOfWeek: row.dayOfWeek,
  departureType: row.departureType,
  time: row.time ?? null,
  offsetInMins: row.offsetInMins ?? null,
  tagList: row.tagList ?? [],
  publishStatus: row.publishStatus,
  publishAt: null,
  publishUntil: null,
}))

/** All departures of a product in a year, in order. */
function yearOf(product: (typeof demoProducts)[number]) {
  const place = demoTerminals.find((terminal) => terminal.id === product.departureTerminalId)
  if (!place) throw new Error('The terminal is missing')
  const own = rules.filter((rule) => rule.productId === product.id)
  return Array.from({ length: 365 }, (_, index) => addDays('2027-01-01', index)).map((date) => ({
    date,
    departures: own
      .flatMap((rule) => findOccurrence(rule, date, place, [], now) ?? [])
      .toSorted((a, b) => a.getTime() - b.getTime()),
  }))
}

describe.each(demoProducts.map((product) => ({ name: product.name, product })))('$name', ({ product }) => {
  test('flies every day of the year without overlapping flights', () => {
    const days = yearOf(product)
    expect(days.filter((day) => day.departures.length === 0)).toEqual([])
    const all = days.flatMap((day) => day.departures)
    for (const [index, departAt] of all.entries()) {
      const ready = addMinutes(departAt, product.flightDurationMins + TURNAROUND_MINS)
      const next = all[index + 1]
      if (next) expect(next.getTime()).toBeGreaterThanOrEqual(ready.getTime())
    }
  })

  test('has an aircraft that no other demo product uses', () => {
    const wants = (other: typeof product) =>
      `${String(other.departureTerminalId)}/${String(other.aircraftTypeId)}`
    expect(demoProducts.filter((other) => wants(other) === wants(product))).toHaveLength(1)
    const base = demoAircraft.filter(
      (one) =>
        one.terminalId === product.departureTerminalId && one.aircraftTypeId === product.aircraftTypeId,
    )
    expect(base).toHaveLength(1)
  })

  test('shows five to seven sights in the order they are passed', () => {
    const minutes = (product.routeStops ?? []).map((stop) => stop.minute)
    expect(minutes.length).toBeGreaterThanOrEqual(5)
    expect(minutes.length).toBeLessThanOrEqual(7)
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
    expect(minutes.at(-1)).toBeLessThan(product.flightDurationMins)
  })
})

test('fares have only prices of units that their product sells', () => {
  for (const fare of demoFares) {
    const product = demoProducts.find((one) => one.id === fare.productId)
    expect(fare.seatPriceCents === null).toBe((product?.seatPriceCents ?? null) === null)
  }
})

test('a second run fails without changes, and new rows get ids after the fixed ones', async () => {
  const database = await createTestDatabase()
  const codes = createCodeVault(makeKeyRing(['a secret of the demo shop for its codes']))
  const options = { now, demoPassword: 'fly-demo', codes }
  await seedDemo(database.db, options)
  await expect(seedDemo(database.db, options)).rejects.toThrow()
  const { rows } = await database.query(
    `select (select count(*)::int from products) as products,
            (select count(*)::int from users where email_proven_at is not null) as people,
            (select array_agg(role_id order by role_id) from user_roles) as roles,
            nextval(pg_get_serial_sequence('products', 'id'))::int as next`,
  )
  expect(rows[0]).toEqual({ products: 8, people: 4, roles: [1, 2, 3], next: 14 })
  await database.close()
})
