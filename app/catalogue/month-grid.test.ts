import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayName, firstOpenDay, monthGrid, type MonthDay, wholeDollarsUp } from './month-grid.ts'

const aDay = (date: string, over: Partial<MonthDay> = {}): MonthDay => ({
  date,
  status: 'open',
  departures: 4,
  from_price_total: 272.45,
  best_price: false,
  ...over,
})

function aMonth(year: number, month: number) {
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const name = `${String(year)}-${String(month).padStart(2, '0')}`
  return { days: Array.from({ length: count }, (_, i) => aDay(`${name}-${String(i + 1).padStart(2, '0')}`)) }
}

describe('monthGrid', () => {
  it('begins December 2026 on its Tuesday', () => {
    const weeks = monthGrid(aMonth(2026, 12))
    expect(weeks[0]?.map((day) => day?.date)).toEqual([
      undefined,
      undefined,
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
    ])
    expect(weeks).toHaveLength(5)
  })

  it('puts every day of any month under its weekday, once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2020, max: 2099 }), fc.integer({ min: 1, max: 12 }), (year, number) => {
        const month = aMonth(year, number)
        const weeks = monthGrid(month)
        expect(weeks.flat().filter((day) => day !== undefined)).toEqual(month.days)
        for (const week of weeks) {
          expect(week).toHaveLength(7)
          week.forEach((day, column) => {
            if (day) expect(new Date(`${day.date}T00:00:00Z`).getUTCDay()).toBe(column)
          })
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('is empty for an empty month', () => {
    expect(monthGrid({ days: [] })).toEqual([])
  })
})

describe('day of the calendar', () => {
  it('rounds its price up, never down', () => {
    expect(wholeDollarsUp(252)).toBe('$252')
    expect(wholeDollarsUp(252.01)).toBe('$253')
    expect(wholeDollarsUp(1269.45)).toBe('$1,270')
    expect(wholeDollarsUp(0.1 + 0.2 + 251.7)).toBe('$252')
  })

  it('names its departures, its price and that it is the best', () => {
    expect(dayName(aDay('2026-12-05'))).toBe('Saturday 5 December, 4 departures from $272.45')
    expect(dayName(aDay('2026-12-08', { best_price: true, departures: 1, from_price_total: 231 }))).toBe(
      'Tuesday 8 December, 1 departure from $231.00, best price of the month',
    )
    expect(dayName(aDay('2026-12-12', { status: 'full' }))).toBe('Saturday 12 December, full')
  })

  it('is preselected when it is the first open one', () => {
    const days = [
      aDay('2026-12-01', { status: 'past' }),
      aDay('2026-12-02', { status: 'full' }),
      aDay('2026-12-03'),
    ]
    expect(firstOpenDay({ days })).toBe('2026-12-03')
    expect(firstOpenDay({ days: days.slice(0, 2) })).toBeUndefined()
  })
})
