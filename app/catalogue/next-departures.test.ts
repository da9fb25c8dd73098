import { expect, test } from 'vitest'
import { type AvailableDeparture } from '#contract/availability.ts'
import { slotRedirect } from './departure-rail.tsx'
import { departureHref, departureRows } from './next-departures.ts'

const departure = (changes: Partial<AvailableDeparture> = {}): AvailableDeparture => ({
  ...{ product_id: 6, departure_id: 31, depart_at: '2026-11-22T02:30:00Z', local_date: '2026-11-21' },
  ...{
    local_time: '21:30',
    timezone: 'America/New_York',
    timezone_label: 'EST',
    tags: ['night'],
    status: 'open',
  },
  ...{ capacity: 4, seats_left: 2, seat_price: 249, seat_price_total: 273, surge_price: 20 },
  ...{ flight_price: 1198, flight_price_total: 1269.45, whole_flight_available: false },
  ...changes,
})
const products = [
  { id: 6, name: 'The New Yorker', seat_price: 229 },
  { id: 11, name: '12-Minute Private Flight', seat_price: null },
]
// It is already the 22nd in UTC, and still the 21st in New York.
const at = { now: new Date('2026-11-22T01:00:00Z'), zone: 'America/New_York' }

test('a row shows the day at the terminal, the free seats and the all-in price', () => {
  expect(departureRows([departure()], products, at)).toMatchObject([
    { key: '2026-11-21.31', day: 'Today', time: '21:30', seatsLeft: 2, wholeFor: undefined, price: 273 },
  ])
})

test('an aircraft sold as a whole shows its own price and its capacity', () => {
  expect(departureRows([departure({ product_id: 11, seat_price_total: null })], products, at)).toMatchObject([
    { price: 1269.45, wholeFor: 4 },
  ])
})

test('a departure in another zone names the zone', () => {
  const west = departure({ timezone: 'America/Los_Angeles', timezone_label: 'PST' })
  expect(departureRows([west], products, at)[0]?.day).toBe('Today, PST')
})

test('departures that are sold out, unknown or without a price have no row', () => {
  const gone = [
    departure({ status: 'sold_out' }),
    departure({ product_id: 99 }),
    departure({ seat_price_total: null }),
  ]
  expect(departureRows(gone, products, at)).toEqual([])
})

test('a row links to its day and weekly rule', () => {
  const [row] = departureRows([departure()], products, at)
  expect(row && departureHref(row)).toBe('/checkout/6?date=2026-11-21&departure=31')
  expect(slotRedirect(6, row?.key ?? null)).toBe(row && departureHref(row))
})

test('a party that no aircraft takes whole has a row for two departures together', () => {
  const second = { departure_id: 32, depart_at: '2026-11-22T02:45:00Z', local_time: '21:45', quantity: 2 }
  const pair = departure({ status: 'too_few', two_aircraft: { quantity: 3, second } })
  const [row] = departureRows([pair], products, at)
  expect(row).toMatchObject({ time: '21:30', second: { departureId: 32, time: '21:45' } })
  expect(row && departureHref(row)).toBe('/checkout/6?date=2026-11-21&departure=31-32')
  expect(departureRows([departure({ status: 'too_few' })], products, at)).toEqual([])
})

test.each([
  null,
  '',
  '2026-11-21',
  '2026-11-21.0',
  '2026-11-21.31&x=1',
  '//evil.example',
  '2026-11-21.31\r\nX: y',
])('a slot of %j leads to no checkout', (slot) => {
  expect(slotRedirect(6, slot)).toBeUndefined()
})
