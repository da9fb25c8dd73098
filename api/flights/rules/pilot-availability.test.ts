import { describe, expect, it } from 'vitest'
import { instantOf } from '../../rules/time/local-time.ts'
import { type Availability, judgeAvailability, listDayHours } from './pilot-availability.ts'

const NEW_YORK = 'America/New_York'
/** A flight of half an hour by the clock of a zone. */
function flight(at: string, timezone = NEW_YORK) {
  const [date = '', time = ''] = at.split(' ')
  const departAt = instantOf(date, time, timezone)
  return { date, departAt, arriveAt: new Date(departAt.getTime() + 30 * 60_000), timezone }
}
/** Mondays by day, Saturdays into the night. */
const hours = [
  { dayOfWeek: 1, from: '09:00', until: '17:00' },
  { dayOfWeek: 6, from: '18:00', until: '03:00' },
]
const judge = (at: string, over: Partial<Availability> = {}, timezone?: string) =>
  judgeAvailability(flight(at, timezone), { hours: [], absences: [], ...over })

describe('a pilot', () => {
  it('who is off on the day of a flight does not fly it late on the next one either', () => {
    const absences = [{ id: 1, fromDate: '2027-06-14', untilDate: '2027-06-14', kind: 'off' as const }]
    const late = { ...flight('2027-06-15 00:15'), date: '2027-06-14' }
    expect(judgeAvailability(late, { hours: [], absences })).toBe('off')
  })

  it('without hours can fly at any time', () => {
    expect(judge('2027-06-15 03:00')).toBeUndefined()
  })

  it.each([
    ['2027-06-14 09:00', undefined],
    ['2027-06-14 08:59', 'outside_hours'],
    ['2027-06-14 16:30', undefined],
    // It would land a minute after the end.
    ['2027-06-14 16:31', 'outside_hours'],
    ['2027-06-15 12:00', 'outside_hours'],
    ['2027-06-19 23:45', undefined],
    ['2027-06-20 02:30', undefined],
    ['2027-06-20 02:31', 'outside_hours'],
    // The night of Saturday does not begin on Sunday.
    ['2027-06-20 18:30', 'outside_hours'],
  ])('with hours can fly within them: %s', (at, expected) => {
    expect(judge(at, { hours })).toBe(expected)
  })

  it('goes by the clock of the terminal that the flight leaves from', () => {
    expect(judge('2027-06-14 09:00', { hours }, 'America/Los_Angeles')).toBeUndefined()
    expect(judge('2027-06-14 16:45', { hours }, 'America/Los_Angeles')).toBe('outside_hours')
  })

  it('has the end by the clock in the nights in which it changes', () => {
    const night = [{ dayOfWeek: 6, from: '23:00', until: '04:00' }]
    // 14 March 2027 has no two o'clock; 7 November 2027 has one o'clock twice.
    expect(judge('2027-03-14 03:30', { hours: night })).toBeUndefined()
    expect(judge('2027-03-14 03:31', { hours: night })).toBe('outside_hours')
    expect(judge('2027-11-07 03:30', { hours: night })).toBeUndefined()
    expect(judge('2027-11-07 03:31', { hours: night })).toBe('outside_hours')
  })

  it.each([
    ['2027-06-13 23:15', undefined],
    // It lands on the first day off.
    ['2027-06-13 23:45', 'off'],
    ['2027-06-14 00:00', 'off'],
    ['2027-06-16 23:45', 'off'],
    ['2027-06-17 00:00', undefined],
  ])('does not fly from the first to the last day off: %s', (at, expected) => {
    const absences = [{ id: 1, fromDate: '2027-06-14', untilDate: '2027-06-16', kind: 'off' as const }]
    expect(judge(at, { absences })).toBe(expected)
  })
})

describe('the hours of a day', () => {
  it('begin with the night of the day before, and end after midnight', () => {
    expect(listDayHours('2027-06-14', hours)).toEqual([{ fromMins: 540, untilMins: 1020 }])
    expect(listDayHours('2027-06-19', hours)).toEqual([{ fromMins: 1080, untilMins: 1620 }])
    expect(listDayHours('2027-06-20', hours)).toEqual([{ fromMins: 0, untilMins: 180 }])
  })

  it('are none on another weekday, and any without hours at all', () => {
    expect(listDayHours('2027-06-15', hours)).toEqual([])
    expect(listDayHours('2027-06-15', [])).toBeNull()
  })
})
