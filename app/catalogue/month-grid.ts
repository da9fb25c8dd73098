import { type AvailabilityMonth } from '#contract/availability.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDay } from '../format/local-time.ts'

export type MonthDay = AvailabilityMonth['days'][number]

/**
 * The days of a month in weeks that begin on Sunday; undefined pads the first and the last week.
 */
export function monthGrid(month: Pick<AvailabilityMonth, 'days'>): (MonthDay | undefined)[][] {
  const first = month.days[0]
  if (!first) return []
  const padding = new Date(`${first.date}T00:00:00Z`).getUTCDay()
  const cells: (MonthDay | undefined)[] = [...Array<undefined>(padding), ...month.days]
  while (cells.length % 7 !== 0) cells.push(undefined)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** Whole dollars, rounded up, so that a cell of the calendar never shows less than a seat costs. */
export function wholeDollarsUp(dollars: number): string {
  return `$${Math.ceil(Number(dollars.toFixed(2))).toLocaleString('en-US')}`
}

/**
 * The accessible name of a day's link: `Saturday 5 December, 4 departures from $272.45, best price
 * of the month`.
 */
export function dayName(day: MonthDay): string {
  const name = formatDay(day.date)
  if (day.status === 'full') return `${name}, full`
  const count = `${String(day.departures)} ${day.departures === 1 ? 'departure' : 'departures'}`
  const price = day.from_price_total === null ? '' : ` from ${formatDollars(day.from_price_total)}`
  return `${name}, ${count}${price}${day.best_price ? ', best price of the month' : ''}`
}

/** The day shown when the address names none: the first open one of the month. */
export function firstOpenDay(month: Pick<AvailabilityMonth, 'days'>): string | undefined {
  return month.days.find((day) => day.status === 'open')?.date
}
