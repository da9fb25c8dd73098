import { describe, expect, test } from 'vitest'
import { daysOfSpan, mondayOf } from './saved-span.ts'

describe('the days of a saved report', () => {
  test.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-29', '2026-11-23'],
    ['2027-01-01', '2026-12-28'],
  ])('the week of %s begins on Monday, %s', (day, monday) => {
    expect(mondayOf(day)).toBe(monday)
  })

  test('last week is the whole week before the day, whichever day of the week that is', () => {
    const days = ['2026-11-23', '2026-11-25', '2026-11-29']
    expect(days.map((day) => daysOfSpan('last_week', day))).toEqual(
      days.map(() => ({ from: '2026-11-16', to: '2026-11-22' })),
    )
    expect(daysOfSpan('last_week', '2026-11-30')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  })

  test('several weeks end on the same Sunday, and a month is a whole one', () => {
    expect(daysOfSpan('last_4_weeks', '2026-11-25')).toEqual({ from: '2026-10-26', to: '2026-11-22' })
    expect(daysOfSpan('last_12_weeks', '2026-11-25')).toEqual({ from: '2026-08-31', to: '2026-11-22' })
    expect(daysOfSpan('last_month', '2027-03-31')).toEqual({ from: '2027-02-01', to: '2027-02-28' })
    expect(daysOfSpan('last_month', '2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  })
})
