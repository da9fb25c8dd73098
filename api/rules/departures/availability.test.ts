import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  getDepartureStatus,
  listDepartures,
  type PlacedRule,
  slotKey,
  type SlotState,
  type Timetable,
} from './availability.ts'
import { findOpenDate, getDayStatus } from './day-status.ts'
import { addMinutes } from '../time/local-time.ts'

const kearny = { id: 1, latitude: 40.7336, longitude: -74.1152, timezone: 'America/New_York' }
const aircraft = { id: 1, capacity: 4, maxWeightLbs: 900, turnaroundMins: 15 }
/** Wednesday 12 May 2027, ten in the morning. */
const now = new Date('2027-05-12T14:00:00Z')
const leavesAt = new Date('2027-05-13T18:30:00Z')

/** Daily at 14:30. */
const dailyRules = (overrides: Partial<PlacedRule> = {}): PlacedRule[] =>
  [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
    id: dayOfWeek + 1,
    dayOfWeek,
    departureType: 'fixed',
    time: '14:30',
    offsetInMins: null,
    tagList: [],
    publishStatus: 'published',
    publishAt: null,
    publishUntil: null,
    place: kearny,
    aircraft: [aircraft],
    ...overrides,
  }))

const aTimetable = (overrides: Partial<Timetable<PlacedRule>> = {}): Timetable<PlacedRule> => ({
  availability: 'available',
  flightDurationMins: 25,
  salesCloseMins: 120,
  salesWindowDays: 60,
  timezone: kearny.timezone,
  seatsHeldBack: 0,
  rules: dailyRules(),
  exceptions: [],
  slots: new Map(),
  busy: [],
  ...overrides,
})

/** Thursday the 13th with its aircraft, departure rule 5. */
const thursday = (flight: Partial<SlotState['flights'][number]>, departAt = leavesAt) =>
  new Map([
    [
      slotKey(5, '2027-05-13'),
      {
        departAt,
        arriveAt: addMinutes(departAt, 25),
        flights: [
          {
            ...aircraft,
            aircraftId: 1,
            seatsTaken: 0,
            weightTakenLbs: 0,
            isCancelled: false,
            left: false,
            ...flight,
          },
        ],
      },
    ],
  ])
const busyFrom = (from: Date) => [{ aircraftId: 1, from, until: addMinutes(from, 40) }]
const seats = (quantity: number) => ({ quantityType: 'seat' as const, quantity })
const onThursday = (overrides: Partial<Timetable<PlacedRule>>) =>
  listDepartures(aTimetable(overrides), '2027-05-13', now)

describe('the sales window', () => {
  const leaving = (date: string, at = now) => listDepartures(aTimetable(), date, at)
  test.each([
    ['2027-05-11', 0],
    ['2027-05-12', 1],
    ['2027-07-11', 1],
    ['2027-07-12', 0],
  ])('the day %s offers %d departures', (date, count) => {
    expect(leaving(date)).toHaveLength(count)
  })

  test('sales close two hours before the departure, to the second', () => {
    const open = (at: string) => leaving('2027-05-12', new Date(at))[0]?.closed === false
    expect(open('2027-05-12T16:29:59Z')).toBe(true)
    expect(open('2027-05-12T16:30:00Z')).toBe(false)
  })

  test('"today" is the terminal’s date, also late in the evening', () => {
    const evening = new Date('2027-05-13T03:30:00Z')
    expect(leaving('2027-05-12', evening)).toHaveLength(1)
    expect(leaving('2027-05-12', evening)[0]?.closed).toBe(true)
  })
})

describe('taken seats', () => {
  test('they are not offered again', () => {
    const [departure] = onThursday({ slots: thursday({ seatsTaken: 3, weightTakenLbs: 570 }) })
    if (!departure) throw new Error('Nothing flies')
    expect(departure.room).toMatchObject({ seatsLeft: 1, wholeFlights: 0 })
    expect([1, 2].map((quantity) => getDepartureStatus(departure, seats(quantity)))).toEqual([
      'open',
      'too_few',
    ])
  })

  test('a slot keeps the departure time with which it was created', () => {
    const frozen = addMinutes(leavesAt, 2)
    expect(onThursday({ slots: thursday({}, frozen) })[0]).toMatchObject({
      departAt: frozen,
      arriveAt: addMinutes(frozen, 25),
    })
  })

  test('a cancelled slot is not offered', () => {
    expect(onThursday({ slots: thursday({ isCancelled: true }) })).toEqual([])
  })
})

describe('an aircraft that another departure uses', () => {
  test.each([
    ['the whole time is not offered', leavesAt, 0],
    ['until one minute after departure is not offered', addMinutes(leavesAt, -39), 0],
    ['until the minute of departure is offered', addMinutes(leavesAt, -40), 1],
    ['from one minute before the end of the turnaround is not offered', addMinutes(leavesAt, 39), 0],
    ['from the end of the turnaround is offered', addMinutes(leavesAt, 40), 1],
  ])('an aircraft that is used %s', (_name, from, offered) => {
    expect(onThursday({ busy: busyFrom(from) })).toHaveLength(offered)
  })

  test('it does not matter when another aircraft is free', () => {
    const rules = dailyRules({ aircraft: [aircraft, { ...aircraft, id: 2 }] })
    expect(onThursday({ rules, busy: busyFrom(leavesAt) })[0]?.room.wholeFlights).toBe(1)
  })

  test('of any number of uses in any order, each one that overlaps counts', () => {
    const use = fc.record({ aircraftId: fc.integer({ min: 1, max: 3 }), at: fc.nat(180), mins: fc.nat(90) })
    const fleet = [1, 2, 3].map((id) => ({ ...aircraft, id }))
    fc.assert(
      fc.property(fc.array(use, { maxLength: 12 }), (uses) => {
        const busy = uses.map(({ aircraftId, at, mins }) => {
          const from = addMinutes(leavesAt, at - 90)
          return { aircraftId, from, until: addMinutes(from, mins) }
        })
        const isFree = ({ id, turnaroundMins }: typeof aircraft) =>
          busy
            .filter(({ aircraftId }) => aircraftId === id)
            .every(
              ({ from, until }) => until <= leavesAt || from >= addMinutes(leavesAt, 25 + turnaroundMins),
            )
        const rules = dailyRules({ aircraft: fleet })
        const [offered] = onThursday({ rules, busy })
        expect(offered?.room.wholeFlights ?? 0).toBe(fleet.filter(isFree).length)
      }),
      { numRuns: 500 },
    )
  })

  test('it may be the aircraft of the departure itself', () => {
    const slots = thursday({ seatsTaken: 1, weightTakenLbs: 190 })
    expect(onThursday({ slots, busy: busyFrom(leavesAt) })[0]?.room.seatsLeft).toBe(3)
  })

  test('a product without an aircraft in service offers no departure', () => {
    expect(onThursday({ rules: dailyRules({ aircraft: [] }) })).toEqual([])
  })
})

describe('the product’s own availability', () => {
  test.each([
    ['paused' as const, 0],
    ['coming_soon' as const, 0],
    ['sold_out' as const, 1],
  ])('a product with the availability “%s” shows %d departures', (availability, count) => {
    const departures = onThursday({ availability })
    expect(departures).toHaveLength(count)
    expect(departures.every((one) => getDepartureStatus(one, seats(1)) === 'sold_out')).toBe(true)
  })
})

describe('the status of a day', () => {
  test('a day is empty, past, full or open', () => {
    const full = onThursday({ slots: thursday({ seatsTaken: 4, weightTakenLbs: 760 }) })
    const closed = onThursday({}).map((one) => ({ ...one, closed: true }))
    expect(getDayStatus([], seats(1), false)).toBe('none')
    expect(getDayStatus(full, seats(1), true)).toBe('past')
    expect(getDayStatus(closed, seats(1), false)).toBe('past')
    expect(getDayStatus(full, seats(1), false)).toBe('full')
    expect(getDayStatus([...closed, ...full], seats(1), false)).toBe('full')
    expect(getDayStatus(onThursday({}), seats(5), false)).toBe('full')
    expect(getDayStatus([...full, ...onThursday({})], seats(4), false)).toBe('open')
  })

  test('the search for the next open day covers the whole sales window', () => {
    const slots = thursday({ seatsTaken: 3, weightTakenLbs: 570 })
    const find = (from: string, quantity: number) =>
      findOpenDate(aTimetable({ slots }), seats(quantity), from, now)
    expect(find('2027-05-13', 1)).toBe('2027-05-13')
    expect(find('2027-05-13', 2)).toBe('2027-05-14')
    expect(find('2000-01-01', 1)).toBe('2027-05-12')
    expect(find('2027-07-12', 1)).toBeUndefined()
    expect(find('2027-05-13', 5)).toBeUndefined()
  })
})
