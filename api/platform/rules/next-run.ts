const DAY_MINUTES = 24 * 60

/** True when a cron field (any, one number, or every so many) matches a value. */
function matchesField(field: string, value: number): boolean {
  if (field === '*') return true
  const every = /^\*\/(\d+)$/.exec(field)?.[1]
  return every === undefined ? Number(field) === value : value % Number(every) === 0
}

/**
 * The next run of a cron plan like `41 0 * * *` in UTC, within a day.
 *
 * @returns null for a plan of particular days, which no job has
 */
export function nextRun(cron: string, now: Date): Date | null {
  const [minute = '', hour = '', ...days] = cron.split(' ')
  if (days.some((field) => field !== '*')) return null
  const at = new Date(now)
  at.setUTCSeconds(0, 0)
  for (let ahead = 0; ahead < DAY_MINUTES; ahead++) {
    at.setUTCMinutes(at.getUTCMinutes() + 1)
    if (matchesField(minute, at.getUTCMinutes()) && matchesField(hour, at.getUTCHours())) return at
  }
  return null
}
