import { addDays, addMinutes, dayOfWeek, instantOf, toLocalTime, timezoneLabel } from './local-time.ts'
import { isPublished, type PublishWindow } from './published.ts'
import { findSunset, type Coordinates } from './sunset.ts'

/**
 * A departure rule: the departure flies every week on `dayOfWeek` (0 is Sunday), in the terminal's
 * zone.
 */
export interface DepartureRule extends PublishWindow {
  id: number
  dayOfWeek: number
  departureType: 'fixed' | 'sunset'
  /** 'HH:MM', for fixed departures. */
  time: string | null
  /** Minutes after that day's sunset, for sunset departures. */
  offsetInMins: number | null
  tagList: string[]
}

/**
 * A closed date on which a rule (null: the whole product) does not fly, or an extra date on which
 * it does.
 */
export interface DateException {
  departureId: number | null
  date: string
  kind: 'closed' | 'extra'
}

const MIDNIGHT = '23:45'

/**
 * The tags of a departure and those that follow from its time (spec section 3): `sunset` at the
 * sunset itself, `midnight` at 23:45.
 */
export function getDepartureTags(rule: Pick<DepartureRule, 'time' | 'offsetInMins' | 'tagList'>): string[] {
  const derived = [rule.offsetInMins === 0 ? 'sunset' : [], rule.time === MIDNIGHT ? 'midnight' : []].flat()
  return [...new Set([...derived, ...rule.tagList])]
}

/**
 * True when the rule flies on that day by its weekday and the exceptions. A closed date overrides
 * an extra one.
 */
export function fliesOn(
  rule: DepartureRule,
  localDate: string,
  exceptions: readonly DateException[],
): boolean {
  const todays = exceptions.filter((one) => one.date === localDate)
  const closed = todays.some(
    (one) => one.kind === 'closed' && (one.departureId === null || one.departureId === rule.id),
  )
  if (closed) return false
  const extra = todays.some((one) => one.kind === 'extra' && one.departureId === rule.id)
  return extra || dayOfWeek(localDate) === rule.dayOfWeek
}

/**
 * The instant at which the rule leaves on a calendar day at its terminal; undefined for a sunset
 * departure on a day without a sunset. It does not check whether the rule flies that day.
 */
export function findDepartAt(rule: DepartureRule, localDate: string, place: Coordinates): Date | undefined {
  if (rule.departureType === 'fixed') {
    return rule.time === null ? undefined : instantOf(localDate, rule.time, place.timezone)
  }
  const sunset = findSunset(localDate, place)
  return sunset && addMinutes(sunset, rule.offsetInMins ?? 0)
}

/**
 * The departure of a rule on a calendar day; undefined when it does not fly: on another weekday, on
 * a closed date, unpublished at `now`, or after its publish window.
 */
export function findOccurrence(
  rule: DepartureRule,
  localDate: string,
  place: Coordinates,
  exceptions: readonly DateException[],
  now: Date,
): Date | undefined {
  if (!isPublished(rule, now) || !fliesOn(rule, localDate, exceptions)) return undefined
  const departAt = findDepartAt(rule, localDate, place)
  return departAt && isPublished(rule, departAt) ? departAt : undefined
}

/**
 * The calendar days to which a departure on this day may belong: an offset from the sunset can move
 * it past midnight.
 */
export const listCandidateDates = (localDate: string): string[] => [
  localDate,
  addDays(localDate, -1),
  addDays(localDate, 1),
]

/** A departure's time as shown at its terminal. */
export const readLocalDeparture = (departAt: Date, timezone: string) => ({
  localTime: toLocalTime(departAt, timezone),
  timezoneLabel: timezoneLabel(departAt, timezone),
})
