import { describe, expect, it } from 'vitest'
import {
  formatDay,
  formatDayAndYear,
  formatMonth,
  formatTime,
  toLocalDate,
  toLocalTime,
  splitMonthName,
  splitTime,
  formatZone,
} from './local-time.ts'

describe('local time', () => {
  it.each([
    ['00:05', '12:05 am'],
    ['11:59', '11:59 am'],
    ['12:00', '12:00 pm'],
    ['16:28', '4:28 pm'],
    ['23:45', '11:45 pm'],
  ])('says %s as %s', (time, said) => {
    expect(formatTime(time)).toBe(said)
  })

  it('names a zone as it is called at that instant', () => {
    expect(formatZone('2026-07-01T12:00:00Z', 'America/New_York')).toBe('EDT')
    expect(formatZone('2026-12-01T12:00:00Z', 'America/Los_Angeles')).toBe('PST')
  })

  it('splits a time for the larger numerals', () => {
    expect(splitTime('16:28')).toEqual({ clock: '4:28', half: 'pm' })
  })

  it('names days and months without a time zone', () => {
    expect(formatDay('2026-12-05')).toBe('Saturday 5 December')
    expect(formatDayAndYear('2026-03-08')).toBe('Sunday 8 March 2026')
    expect(formatMonth('2026-12')).toBe('December 2026')
    expect(splitMonthName('2027-01')).toEqual(['Jan', 'uary'])
    expect(splitMonthName('2027-05')).toEqual(['May', ''])
  })

  it('reads an instant in the terminal’s zone around a clock change and around midnight', () => {
    expect(toLocalTime('2026-12-05T21:28:00Z', 'America/New_York')).toBe('16:28')
    expect(toLocalTime('2026-03-08T07:30:00Z', 'America/New_York')).toBe('03:30')
    expect(toLocalTime('2026-12-05T05:00:00Z', 'America/New_York')).toBe('00:00')
    expect(toLocalDate('2026-12-06T07:45:00Z', 'America/Los_Angeles')).toBe('2026-12-05')
  })
})
