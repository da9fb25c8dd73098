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

/** `Fri 27 Nov to Sun 29 Nov 2026` */
export const describeDays = ({ from_date: from, until_date: until }: PilotAbsence): string =>
  from === until ? formatDayAndYear(from) : `${formatShortDay(from)} to ${formatDayAndYear(until)}`
