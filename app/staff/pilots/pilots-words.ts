import { type PilotAbsence, type PilotHours, type RosterDay } from '#contract/pilot-roster.ts'
import { formatDayAndYear, formatShortDay, formatTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { formatHours } from '../parts/duty-words.ts'
import { clockOf } from '../parts/unfit-words.ts'
import { KINDS } from './pilot-forms.ts'

/** `9:00 am – 5:00 pm`; an end on the day after says so. */
export const formatSpan = ({ from, until }: Pick<PilotHours, 'from' | 'until'>): string =>
  `${formatTime(from)} – ${formatTime(until)}${until > from ? '' : ' the day after'}`

/** When a pilot can fly on a day, in a few words. */
export function describeHours({ off, hours }: Pick<RosterDay, 'off' | 'hours'>, hasHours: boolean): string {
  if (off !== null) return KINDS[off]
  if (hours !== null) return formatSpan(hours)
  return hasHours ? 'No hours' : 'Any time'
}

/** `3 flights, 2.1 h`, and when the duty is. */
export function describeWork(day: RosterDay): { flights: string; duty: string } | undefined {
  const { flights, duty_from: from, duty_until: until } = day
  const [first, last] = [flights[0], flights.at(-1)]
  if (!first || !last) return undefined
  return {
    flights: `${formatCount(flights.length, 'flight', 'flights')}, ${formatHours(day.flight_mins)}`,
    duty:
      from === null || until === null
        ? 'In the duty of the day before'
        : `Duty ${clockOf(from, first.timezone)} – ${clockOf(until, last.timezone)}`,
  }
}

/** Days in a row that read the same. */
interface DayRun {
  /** The first of them, which stands for all. */
  day: RosterDay
  /** The date of the last one. */
  last: string
  days: number
}

/** Joins neighbouring days without work that have the same words, so that "Any time" stands there once. */
export function joinPlainDays(days: readonly RosterDay[], hasHours: boolean): DayRun[] {
  const runs: DayRun[] = []
  for (const day of days) {
    const run = runs.at(-1)
    const isSame =
      run && readsPlain(run.day) && describeHours(run.day, hasHours) === describeHours(day, hasHours)
    if (isSame && readsPlain(day)) Object.assign(run, { last: day.date, days: run.days + 1 })
    else runs.push({ day, last: day.date, days: 1 })
  }
  return runs
}

const readsPlain = ({ flights, over }: RosterDay): boolean => flights.length === 0 && over.length === 0

/** `Fri 27 Nov`, and `Fri 27 Nov to Sun 29 Nov` for several days. */
export const describeRun = (first: string, last: string): string =>
  first === last ? formatShortDay(first) : `${formatShortDay(first)} to ${formatShortDay(last)}`

/** `Fri 27 Nov to Sun 29 Nov 2026` */
export const describeDays = ({ from_date: from, until_date: until }: PilotAbsence): string =>
  from === until ? formatDayAndYear(from) : `${formatShortDay(from)} to ${formatDayAndYear(until)}`
