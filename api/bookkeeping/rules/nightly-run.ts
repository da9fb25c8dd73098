/** 8:20 UTC is at night in every time zone that our brands fly in. */
const HOUR = 8
const MINUTE = 20

/** The last time at or before `now` when a nightly run was due. */
export function getLastNightlyTime(now: Date): Date {
  const due = new Date(now)
  due.setUTCHours(HOUR, MINUTE, 0, 0)
  if (due > now) due.setUTCDate(due.getUTCDate() - 1)
  return due
}
