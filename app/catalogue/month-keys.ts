import { type AvailabilityMonth } from '#contract/availability.ts'
import { type MonthDay } from './month-grid.ts'

type Days = Pick<AvailabilityMonth, 'days'>

/** Days that are links: those with flights, sold out or not. */
const isLink = (day: MonthDay | undefined) => day?.status === 'open' || day?.status === 'full'

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** The number of days that a key moves; repeated until a link is reached. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 }

/**
 * The day that a key leads to in the calendar, following the date grid of the ARIA Authoring
 * Practices Guide: arrows move by day and week, Home and End to the ends of the week. Days without
 * flights are skipped.
 *
 * @returns the date, or undefined if there is no link in that direction
 */
export function dayForKey({ days }: Days, date: string, key: string): string | undefined {
  const index = days.findIndex((day) => day.date === date)
  if (index < 0) return undefined
  const step = STEPS[key]
  if (step !== undefined) return firstLink(days, index + step, step)
  // A week may begin before the month, or end after it.
  const sunday = index - weekdayOf(date)
  if (key === 'Home') return firstLink(days, Math.max(0, sunday), 1)
  if (key === 'End') return firstLink(days, Math.min(days.length - 1, sunday + 6), -1)
  return undefined
}

function firstLink(days: readonly MonthDay[], from: number, step: number): string | undefined {
  for (let index = from; index >= 0 && index < days.length; index += step) {
    if (isLink(days[index])) return days[index]?.date
  }
  return undefined
}

/**
 * The link of another month that is nearest to a day's number: it receives the focus after the
 * month has changed.
 */
export function nearestLink({ days }: Days, date: string): string | undefined {
  const number = Number(date.slice(8))
  const links = days.filter(isLink)
  const distance = (day: MonthDay) => Math.abs(Number(day.date.slice(8)) - number)
  return links.reduce<MonthDay | undefined>(
    (best, day) => (best && distance(best) <= distance(day) ? best : day),
    undefined,
  )?.date
}

/** The one day that Tab reaches: the chosen one, else the first with flights. */
export function tabStop({ days }: Days, chosen: string): string | undefined {
  return days.find((day) => day.date === chosen && isLink(day))?.date ?? days.find(isLink)?.date
}
