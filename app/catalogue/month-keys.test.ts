import { expect, test } from 'vitest'
import { type MonthDay } from './month-grid.ts'
import { dayForKey, nearestLink, tabStop } from './month-keys.ts'

/** December 2026 begins on a Tuesday. */
function december(closed: readonly number[] = [], full: readonly number[] = []) {
  const days: MonthDay[] = Array.from({ length: 31 }, (_, index) => ({
    date: `2026-12-${String(index + 1).padStart(2, '0')}`,
    status: closed.includes(index + 1) ? 'none' : full.includes(index + 1) ? 'full' : 'open',
    departures: 3,
    from_price_total: 238,
    best_price: false,
  }))
  return { days }
}
const day = (number: number) => `2026-12-${String(number).padStart(2, '0')}`

test.each([
  ['ArrowRight', 10, 11],
  ['ArrowLeft', 10, 9],
  ['ArrowDown', 10, 17],
  ['ArrowUp', 10, 3],
  ['Home', 10, 6],
  ['End', 10, 12],
  ['Home', 3, 1],
  ['End', 29, 31],
])('%s on day %i leads to day %i', (key, from, to) => {
  expect(dayForKey(december(), day(from), key)).toBe(day(to))
})

test('keys skip days without flights, but not sold-out days', () => {
  const month = december([11, 12, 17], [13])
  expect(dayForKey(month, day(10), 'ArrowRight')).toBe(day(13))
  expect(dayForKey(month, day(10), 'ArrowDown')).toBe(day(24))
  expect(dayForKey(month, day(10), 'End')).toBe(day(10))
})

test.each([
  ['ArrowLeft', 1],
  ['ArrowUp', 7],
  ['ArrowRight', 31],
  ['ArrowDown', 25],
  ['a', 10],
])('%s on day %i leads nowhere', (key, from) => {
  expect(dayForKey(december(), day(from), key)).toBeUndefined()
})

test('after a change of the month the focus is on the nearest day with flights', () => {
  expect(nearestLink(december(), '2026-11-10')).toBe(day(10))
  expect(nearestLink(december([10, 9]), '2026-11-10')).toBe(day(11))
  expect(nearestLink({ days: [] }, '2026-11-10')).toBeUndefined()
})

test('Tab reaches the chosen day, or else the first day with flights', () => {
  expect(tabStop(december(), day(20))).toBe(day(20))
  expect(tabStop(december([1]), '2026-11-20')).toBe(day(2))
  expect(tabStop(december([20]), day(20))).toBe(day(1))
})
