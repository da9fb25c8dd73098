/**
 * The last time at or before `now` that a clock in UTC showed `at`.
 *
 * @param at `HH:MM`
 */
export function getLastDue(now: Date, at: string): Date {
  const [hour, minute] = at.split(':').map(Number)
  const due = new Date(now)
  due.setUTCHours(hour ?? 0, minute ?? 0, 0, 0)
  if (due > now) due.setUTCDate(due.getUTCDate() - 1)
  return due
}
