import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  datesBetween,
  datesOfMonth,
  dayOfWeek,
  instantOf,
  toLocalDate,
  toLocalTime,
  timezoneLabel,
} from './local-time.ts'

const NEW_YORK = 'America/New_York'
const LOS_ANGELES = 'America/Los_Angeles'
const at = (date: string, time: string, zone = NEW_YORK) => instantOf(date, time, zone).toISOString()

describe('the two days on which clocks change (14 March and 7 November 2027)', () => {
  test('a time that the clocks skip moves forward by the hour', () => {
    expect(at('2027-03-14', '01:59')).toBe('2027-03-14T06:59:00.000Z')
    expect(at('2027-03-14', '02:30')).toBe('2027-03-14T07:30:00.000Z')
    expect(toLocalTime(instantOf('2027-03-14', '02:30', NEW_YORK), NEW_YORK)).toBe('03:30')
  })

  test('a time that occurs twice means the first occurrence', () => {
    expect(at('2027-11-07', '01:30')).toBe('2027-11-07T05:30:00.000Z')
    expect(timezoneLabel(instantOf('2027-11-07', '01:30', NEW_YORK), NEW_YORK)).toBe('EDT')
    expect(timezoneLabel(instantOf('2027-11-07', '02:30', NEW_YORK), NEW_YORK)).toBe('EST')
  })

  test('a quarter to midnight stays on its day, however long that day is', () => {
    for (const date of ['2027-03-13', '2027-03-14', '2027-11-06', '2027-11-07']) {
      const instant = instantOf(date, '23:45', LOS_ANGELES)
      expect([toLocalDate(instant, LOS_ANGELES), toLocalTime(instant, LOS_ANGELES)]).toEqual([date, '23:45'])
    }
  })
})

test('an existing wall-clock time is what the clock shows', () => {
  const day = fc.integer({ min: 0, max: 3_000 }).map((days) => {
    const date = new Date(Date.UTC(2024, 0, 1 + days))
    return date.toISOString().slice(0, 10)
  })
  const outsideTheGap = fc.tuple(fc.integer({ min: 3, max: 23 }), fc.integer({ min: 0, max: 59 }))
  fc.assert(
    fc.property(day, outsideTheGap, fc.constantFrom(NEW_YORK, LOS_ANGELES), (date, [hour, minute], zone) => {
      const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
      const instant = instantOf(date, time, zone)
      expect([toLocalDate(instant, zone), toLocalTime(instant, zone)]).toEqual([date, time])
    }),
    { numRuns: 1_000 },
  )
})

test('calendar functions agree with the calendar', () => {
  expect(dayOfWeek('2026-11-22')).toBe(0)
  expect(dayOfWeek('2026-11-28')).toBe(6)
  expect(datesOfMonth('2028-02')).toHaveLength(29)
  expect(datesOfMonth('2026-12').slice(-1)).toEqual(['2026-12-31'])
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(datesBetween('2026-12-30', '2027-01-01')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
  expect(datesBetween('2027-01-02', '2027-01-01')).toEqual([])
})
