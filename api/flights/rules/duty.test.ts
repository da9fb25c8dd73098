import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, toLocalDate } from '../../rules/time/local-time.ts'
import {
  countDaysInRow,
  type DutyFlight,
  type DutyLimits,
  findDuties,
  findFlown,
  judgeDuty,
  judgeFlight,
} from './duty.ts'

const NEW_YORK = 'America/New_York'
const LIMITS: DutyLimits = {
  maxFlightMins: 480,
  maxDutyMins: 840,
  minRestMins: 600,
  maxDaysInRow: null,
  reportMins: 60,
  releaseMins: 30,
}

let lastId = 0
/** A flight by the clock of New York: `2027-06-14 09:00`, and its minutes in the air. */
function flight(at: string, minutes = 30, over: Partial<DutyFlight> = {}): DutyFlight {
  lastId += 1
  const [date = '', time = ''] = at.split(' ')
  const departAt = instantOf(date, time, NEW_YORK)
  const arriveAt = new Date(departAt.getTime() + minutes * 60_000)
  return {
    ...{ id: lastId, code: `F${String(lastId)}`, date, departAt, arriveAt },
    offBlocksAt: null,
    landedAt: null,
    ...over,
  }
}
const kinds = (one: DutyFlight, others: DutyFlight[], limits = LIMITS) =>
  judgeFlight(one, others, limits).map(({ kind }) => kind)

describe('a duty', () => {
  it('lasts from the report before the first flight to the work after the last one', () => {
    const [duty] = findDuties([flight('2027-06-14 09:00'), flight('2027-06-14 16:30')], LIMITS)
    expect(duty).toMatchObject({
      from: instantOf('2027-06-14', '08:00', NEW_YORK),
      until: instantOf('2027-06-14', '17:30', NEW_YORK),
      dutyMins: 570,
      flightMins: 60,
    })
  })

  it('goes on over midnight, and a new one begins after the rest', () => {
    const flights = ['2027-06-14 23:45', '2027-06-15 00:30', '2027-06-15 12:30'].map((at) => flight(at))
    const duties = findDuties(flights, LIMITS)
    expect(duties.map((duty) => duty.flights.length)).toEqual([2, 1])
    expect(duties[0]?.dutyMins).toBe(165)
  })

  it('counts what was flown, and what is planned for the rest', () => {
    const left = flight('2027-06-14 09:00', 30, { offBlocksAt: instantOf('2027-06-14', '09:20', NEW_YORK) })
    expect(findFlown(left)).toEqual({
      from: instantOf('2027-06-14', '09:20', NEW_YORK),
      until: instantOf('2027-06-14', '09:50', NEW_YORK),
    })
    const landed = { ...left, landedAt: instantOf('2027-06-14', '10:05', NEW_YORK) }
    expect(findDuties([landed], LIMITS)[0]).toMatchObject({ flightMins: 45, dutyMins: 135 })
  })
})

describe('a flight for a pilot', () => {
  it.each([
    ['fits beside nothing else', '2027-06-14 09:00', [], []],
    ['fits at the end of a duty of exactly fourteen hours', '2027-06-14 20:00', ['2027-06-14 08:00'], []],
    [
      'makes a duty too long by a minute',
      '2027-06-14 20:01',
      ['2027-06-14 08:00', '2027-06-14 14:00'],
      ['duty_hours'],
    ],
    ['fits after exactly ten hours of rest', '2027-06-15 09:00', ['2027-06-14 21:00'], []],
    [
      'leaves too short a rest by a minute',
      '2027-06-15 08:59',
      ['2027-06-14 12:00', '2027-06-14 21:00'],
      ['rest'],
    ],
    [
      'leaves too short a rest before a flight that is there',
      '2027-06-14 22:00',
      ['2027-06-14 12:00', '2027-06-15 09:00'],
      ['rest'],
    ],
    [
      'joins a duty over midnight that is short',
      '2027-06-15 00:30',
      ['2027-06-14 23:45', '2027-06-14 20:00'],
      [],
    ],
  ])('%s', (_, at, others, expected) => {
    expect(
      kinds(
        flight(at),
        others.map((one) => flight(one)),
      ),
    ).toEqual(expected)
  })

  it('is refused for one minute too much in the air', () => {
    const others = [flight('2027-06-14 08:00', 240), flight('2027-06-14 13:00', 210)]
    expect(kinds(flight('2027-06-14 17:00', 30), others)).toEqual([])
    expect(judgeFlight(flight('2027-06-14 17:00', 31), others, LIMITS)).toEqual([
      { kind: 'flight_hours', mins: 481, limit: 480 },
    ])
  })

  it('names the flight on the other side of a rest that is too short, and its minutes', () => {
    const evening = flight('2027-06-14 21:00')
    const noon = flight('2027-06-14 12:00')
    expect(judgeFlight(flight('2027-06-15 08:00'), [noon, evening], LIMITS)).toEqual([
      { kind: 'rest', mins: 540, limit: 600, code: evening.code },
    ])
  })

  it('is refused after so many days in a row, also where it closes a gap', () => {
    const days = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => flight(`2027-06-${String(from + at)} 12:00`))
    const limits = { ...LIMITS, maxDaysInRow: 6 }
    expect(kinds(flight('2027-06-15 12:00'), days(10, 14), limits)).toEqual([])
    expect(judgeFlight(flight('2027-06-16 12:00'), days(10, 15), limits)).toEqual([
      { kind: 'days_in_row', days: 7, limit: 6 },
    ])
    expect(kinds(flight('2027-06-13 12:00'), [...days(10, 12), ...days(14, 16)], limits)).toEqual([
      'days_in_row',
    ])
    expect(countDaysInRow('2027-06-13', new Set())).toBe(1)
  })

  it.each([
    // The night has 23 hours: nine of them are left of a rest that the clock shows as ten.
    ['in spring an hour of rest is missing', '2027-03-13 21:00', '2027-03-14 09:00', ['rest']],
    ['in spring an hour later it is enough', '2027-03-13 21:00', '2027-03-14 10:00', []],
    // The night has 25 hours.
    ['in autumn the clock shows an hour less than there is', '2027-11-06 21:00', '2027-11-07 08:00', []],
    ['in autumn an hour before it is too short', '2027-11-06 21:00', '2027-11-07 07:59', ['rest']],
  ])('knows the change of the clocks: %s', (_, evening, morning, expected) => {
    const noon = flight(evening.replace('21:00', '11:00'))
    expect(kinds(flight(morning), [noon, flight(evening)])).toEqual(expected)
  })

  it('given in any order never puts a pilot over a limit', () => {
    const limits = { ...LIMITS, maxDaysInRow: 3 }
    const some = fc.record({ start: fc.nat(6 * 1_440), lasts: fc.integer({ min: 10, max: 200 }) })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), (asked) => {
        const flown: DutyFlight[] = []
        for (const [at, { start, lasts }] of asked.entries()) {
          const departAt = new Date(Date.UTC(2027, 2, 11) + start * 60_000)
          const arriveAt = new Date(departAt.getTime() + lasts * 60_000)
          const date = toLocalDate(departAt, NEW_YORK)
          const one = {
            id: at,
            code: `F${String(at)}`,
            date,
            departAt,
            arriveAt,
            offBlocksAt: null,
            landedAt: null,
          }
          if (judgeFlight(one, flown, limits).length === 0) flown.push(one)
          const duties = findDuties(flown, limits)
          for (const duty of duties) expect(judgeDuty(duty, limits)).toEqual([])
          for (const [next, duty] of duties.slice(1).entries()) {
            const rest = (duty.from.getTime() - (duties[next]?.until.getTime() ?? 0)) / 60_000
            expect(rest).toBeGreaterThanOrEqual(limits.minRestMins)
          }
          const dates = new Set(flown.map((other) => other.date))
          for (const day of dates) expect(countDaysInRow(day, dates)).toBeLessThanOrEqual(3)
        }
      }),
    )
  })
})
