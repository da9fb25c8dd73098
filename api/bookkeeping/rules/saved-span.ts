import { type SavedSpan } from '#contract/saved-report.ts'
import { addDays, dayOfWeek } from '../../rules/time/local-time.ts'

/** The Monday of a day's week. */
export const mondayOf = (date: string): string => addDays(date, -((dayOfWeek(date) + 6) % 7))

/** The days of a saved report as they are counted from a day: whole weeks or a whole month before it. */
export function daysOfSpan(span: SavedSpan, today: string): { from: string; to: string } {
  if (span === 'last_month') {
    const to = addDays(`${today.slice(0, 8)}01`, -1)
    return { from: `${to.slice(0, 8)}01`, to }
  }
  const sunday = addDays(mondayOf(today), -1)
  const weeks = { last_week: 1, last_4_weeks: 4, last_12_weeks: 12 }[span]
  return { from: addDays(sunday, 1 - 7 * weeks), to: sunday }
}
