import { expect, test } from 'vitest'
import { formatRelativeDay } from './relative-day.ts'

test.each([
  ['2026-11-21', '2026-11-21', 'Today'],
  ['2026-11-22', '2026-11-21', 'Tomorrow'],
  ['2026-11-24', '2026-11-21', 'Tue'],
  ['2026-11-27', '2026-11-21', 'Fri'],
  ['2026-11-28', '2026-11-21', 'Nov 28'],
  ['2027-01-01', '2026-12-31', 'Tomorrow'],
  ['2026-11-20', '2026-11-21', 'Nov 20'],
  // The clocks change on this night: the day has 25 hours, and is still one day.
  ['2026-11-02', '2026-11-01', 'Tomorrow'],
])('the date %s, seen on %s, reads “%s”', (date, today, label) => {
  expect(formatRelativeDay(date, today)).toBe(label)
})
