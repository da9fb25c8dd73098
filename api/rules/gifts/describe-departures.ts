/** What a sentence about departures needs of a departure rule. */
export interface WeeklyRule {
  /** 0 is Sunday. */
  dayOfWeek: number
  departureType: 'fixed' | 'sunset'
  /** `HH:MM`, for fixed departures. */
  time: string | null
  /** Minutes after the sunset. */
  offsetInMins: number | null
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** The week begins on Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]

/**
 * Names departures, `Saturday and Sunday at 11:00 AM and 2:30 PM; every day at sunset`; empty
 * without a rule.
 */
export function describeDepartures(rules: readonly WeeklyRule[]): string {
  const byTime = new Map<string, Set<number>>()
  for (const rule of rules.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const days = byTime.get(timeOf(rule)) ?? new Set()
    byTime.set(timeOf(rule), days.add(rule.dayOfWeek))
  }
  const byDays = new Map<string, string[]>()
  for (const [time, days] of byTime) {
    const named = nameDays(days)
    byDays.set(named, [...(byDays.get(named) ?? []), time])
  }
  return [...byDays].map(([days, times]) => `${days} ${joinWords(times)}`).join('; ')
}

/** Fixed times come first in order of the clock, then the sunset. */
const orderOf = ({ time, offsetInMins }: WeeklyRule) =>
  time === null ? 10_000 + (offsetInMins ?? 0) : Number(time.replace(':', ''))

function timeOf({ departureType, time, offsetInMins }: WeeklyRule): string {
  if (departureType === 'fixed') return `at ${clockTime(time ?? '00:00')}`
  const minutes = offsetInMins ?? 0
  if (minutes === 0) return 'at sunset'
  return `${String(Math.abs(minutes))} minutes ${minutes < 0 ? 'before' : 'after'} sunset`
}

/** `2:30 PM` */
function clockTime(time: string): string {
  const [hours = '0', minutes = '00'] = time.split(':')
  const hour = Number(hours)
  return `${String(hour % 12 === 0 ? 12 : hour % 12)}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Names consecutive days by the first and the last, also across Sunday. */
function nameDays(days: ReadonlySet<number>): string {
  if (days.size === 7) return 'every day'
  const begins = WEEK.filter((day) => days.has(day) && !days.has((day + 6) % 7))
  const [first] = begins
  if (begins.length === 1 && first !== undefined && days.size > 2) {
    return `${nameOf(first)} to ${nameOf((first + days.size - 1) % 7)}`
  }
  return joinWords(WEEK.filter((day) => days.has(day)).map(nameOf))
}

const nameOf = (day: number) => DAYS[day] ?? ''

/** Joins words as `a`, `a and b` or `a, b and c`, and says a common first word once. */
export function joinWords(words: readonly string[]): string {
  const [first = '', ...rest] = words
  const head = first.startsWith('at ') ? 'at ' : ''
  const bare = rest.map((word) => (head !== '' && word.startsWith(head) ? word.slice(head.length) : word))
  const last = bare.pop()
  return last === undefined ? first : `${[first, ...bare].join(', ')} and ${last}`
}
