import { describe, expect, it } from 'vitest'
import { type GridDeparture, type GridRow } from '#contract/sale-grid.ts'
import { describeGrid, findReason, inColumn, listColumns } from './grid-words.ts'
import { gridHref, spreadWeight } from './grid-view.ts'

const departure = (local_time: string, over: Partial<GridDeparture> = {}): GridDeparture => ({
  product_id: 6,
  departure_id: 1,
  depart_at: `2027-05-26T${local_time}:00.000Z`,
  local_date: '2027-05-26',
  local_time,
  timezone: 'America/New_York',
  timezone_label: 'EDT',
  tags: [],
  status: 'open',
  capacity: 4,
  seats_left: 4,
  seat_price: 229,
  seat_price_total: 252,
  surge_price: 0,
  flight_price: 1198,
  flight_price_total: 1269.45,
  whole_flight_available: true,
  payload_left_lbs: 900,
  held_back: 0,
  over_lbs: 0,
  party_price_total: 756,
  waiting: 0,
  ...over,
})
const row = (clocks: string[]): GridRow => ({
  product_id: 6,
  product_name: 'The New Yorker',
  flight_duration_mins: 25,
  terminal_id: 1,
  terminal_name: 'Kearny Heliport',
  brand_ids: [1],
  selling_brand_id: 1,
  sold_as: 'seat',
  departures: clocks.map((clock) => departure(clock)),
})
const clocks = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${String(from + at).padStart(2, '0')}:45`)

describe('the columns', () => {
  it('are the half hours in which something leaves', () => {
    const rows = [row(['14:20', '14:55', '09:00'])]
    expect(listColumns(rows).map(({ begin }) => begin)).toEqual(['09:00', '14:00', '14:30'])
  })

  it('are hours where there are too many half hours, with the rest in the last one', () => {
    const rows = [row(clocks(8, 13)), row(['10:10'])]
    const columns = listColumns(rows)
    expect(columns).toHaveLength(11)
    expect(columns[2]).toEqual({ begin: '10:00', minutes: 60, isRest: false })
    expect(columns[10]).toEqual({ begin: '18:00', minutes: 60, isRest: true })
    const shown = columns.flatMap((column) => rows.flatMap((one) => inColumn(one, column)))
    expect(shown).toHaveLength(14)
  })
})

describe('why a departure does not take a party', () => {
  it.each([
    [{}, undefined],
    [{ status: 'closed' }, 'Sale ended'],
    [{ party_price_total: null }, 'Not sold so'],
    [{ status: 'sold_out', waiting: 2 }, 'Full, 2 wait'],
    [{ status: 'sold_out', waiting: 1 }, 'Full, 1 waits'],
    [{ status: 'too_few', seats_left: 1 }, 'Only 1 left'],
    [{ status: 'too_heavy', over_lbs: 60 }, '60 lb too heavy'],
  ] as const)('%j', (over, text) => {
    expect(findReason(departure('14:00', over), 'seat')?.text).toBe(text)
  })

  it('a whole aircraft is not sold once seats are', () => {
    const one = departure('14:00', { whole_flight_available: false })
    expect(findReason(one, 'flight')?.text).toBe('Seats are sold')
    expect(findReason(one, 'seat')).toBeUndefined()
  })

  it('a whole aircraft is too small for some parties', () => {
    const one = departure('14:00', { status: 'too_few', party_price_total: null })
    expect(findReason(one, 'flight')?.text).toBe('Takes 4')
  })
})

it('the head says how many departures there are and how many take the party', () => {
  const rows = [
    { ...row(['14:00']), departures: [departure('14:00'), departure('15:00', { status: 'sold_out' })] },
  ]
  expect(describeGrid(rows, { party: 3, as: 'seat' })).toBe(
    '2 departures from 1 terminal, 1 takes a party of 3. Prices are for all of them, every fee included.',
  )
})

describe('the weight of a party', () => {
  it.each([
    ['', 3, []],
    ['490', 3, [164, 163, 163]],
    ['600', 2, [300, 300]],
    ['0', 2, undefined],
    ['4,90', 3, undefined],
    ['2000', 2, undefined],
  ])('%s for %i', (typed, people, weights) => {
    expect(spreadWeight(typed, people)).toEqual(weights)
  })
})

it('an address has only what is not usual', () => {
  const view = { date: null, party: 2, as: 'seat', lb: '', terminal: null, brand: null } as const
  expect(gridHref(view)).toBe('/staff/grid')
  expect(gridHref(view, { party: 3, lb: '490', terminal: 4 })).toBe('/staff/grid?party=3&lb=490&terminal=4')
})
