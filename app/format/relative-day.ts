const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const weekday = inUtc({ weekday: 'short' })
const dayAndMonth = inUtc({ day: 'numeric', month: 'short' })

const asUtc = (date: string) => Date.parse(`${date}T00:00:00Z`)
const DAY = 24 * 60 * 60 * 1000

/**
 * Names a day relative to today: "Today", "Tomorrow", "Tue", and from a week on "Dec 5".
 *
 * @param date `YYYY-MM-DD` at the terminal
 * @param today `YYYY-MM-DD` at the same terminal
 */
export function formatRelativeDay(date: string, today: string): string {
  const ahead = Math.round((asUtc(date) - asUtc(today)) / DAY)
  if (ahead === 0) return 'Today'
  if (ahead === 1) return 'Tomorrow'
  return (ahead > 1 && ahead < 7 ? weekday : dayAndMonth).format(asUtc(date))
}
