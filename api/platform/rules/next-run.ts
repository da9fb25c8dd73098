const DAY_MINUTES = 24 * 60

/** Whether a field of a plan holds: `*`, `7`, or every so many, like every fifth. */
function holds(field: string, value: number): boolean {
  if (field === '*') return true
  const every = /^\*\/(\d+)$/.exec(field)?.[1]
  return every === undefined ? Number(field) === value : value % Number(every) === 0
}

/**
 * When a plan like `41 0 * * *` comes up next, by the minutes and hours of UTC; within a day.
 *
 * @returns null for a plan of particular days, which none of ours has
 */
export function nextRun(cron: string, now: Date): Date | null {
  const [minute = '', hour = '', ...days] = cron.split(' ')
  if (days.some((field) => field !== '*')) return null
  const at = new Date(now)
  at.setUTCSeconds(0, 0)
  for (let ahead = 0; ahead < DAY_MINUTES; ahead++) {
    at.setUTCMinutes(at.getUTCMinutes() + 1)
    if (holds(minute, at.getUTCMinutes()) && holds(hour, at.getUTCHours())) return at
  }
  return null
}
