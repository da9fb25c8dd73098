const DAY_MS = 86_400_000
const utcDay = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** The date so many days later; dates are `2026-11-21`. */
export const addDays = (date: string, days: number): string =>
  new Date(utcDay(date) + days * DAY_MS).toISOString().slice(0, 10)

/** The number of days from the first to the last one, both included. */
export const countDays = ({ from, to }: { from: string; to: string }): number =>
  (utcDay(to) - utcDay(from)) / DAY_MS + 1
