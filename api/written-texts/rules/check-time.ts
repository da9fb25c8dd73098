import { MOST_DAYS_AHEAD } from '#contract/written-text.ts'

const DAY = 24 * 3_600_000

/** Why nothing can be planned for a time; undefined for one that lies ahead, within a year. */
export function findTimeProblem(at: Date, now: Date): string | undefined {
  if (at <= now) return 'Choose a time that lies ahead'
  return at.getTime() - now.getTime() > MOST_DAYS_AHEAD * DAY ? 'Choose a time within a year' : undefined
}
