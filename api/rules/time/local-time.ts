import { getTimes } from 'suncalc'
import { Temporal } from 'temporal-polyfill'

/**
 * Calendar days are 'YYYY-MM-DD', months 'YYYY-MM', wall-clock times 'HH:MM', always in the zone of
 * a terminal or brand.
 */

const MILLISECONDS_A_DAY = 86_400_000
/** The size of the cache. It holds far more than a season of departures. */
const KEPT_INSTANTS = 20_000
const instants = new Map<string, number>()

/**
 * The instant of a wall-clock time. A time that the clocks skip moves forward by the gap; a time
 * that occurs twice means the first occurrence (Temporal's "compatible").
 */
export function instantOf(localDate: string, localTime: string, timezone: string): Date {
  const key = `${localDate} ${localTime} ${timezone}`
  const known = instants.get(key)
  if (known !== undefined) return new Date(known)
  const zoned = Temporal.PlainDate.from(localDate).toZonedDateTime({
    timeZone: timezone,
    plainTime: Temporal.PlainTime.from(localTime),
  })
  if (instants.size >= KEPT_INSTANTS) instants.clear()
  instants.set(key, zoned.epochMilliseconds)
  return new Date(zoned.epochMilliseconds)
}

interface ZoneFormats {
  date: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
  label: Intl.DateTimeFormat
  day: Intl.DateTimeFormat
  clock: Intl.DateTimeFormat
}
/** Formats are cached per zone, because one takes longer to create than to use a hundred times. */
const formats = new Map<string, ZoneFormats>()

function formatsOf(timeZone: string): ZoneFormats {
  const known = formats.get(timeZone)
  if (known) return known
  const made = {
    date: new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
    time: new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
    label: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }),
    day: new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' }),
    clock: new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }),
  }
  formats.set(timeZone, made)
  return made
}

export const toLocalDate = (instant: Date, timezone: string): string =>
  formatsOf(timezone).date.format(instant)

export const toLocalTime = (instant: Date, timezone: string): string =>
  formatsOf(timezone).time.format(instant)

/** "Friday, May 14, 2027" */
export const toLongDay = (instant: Date, timezone: string): string => formatsOf(timezone).day.format(instant)

/** "4:30 PM", with the space that the runtime puts there. */
export const toClock = (instant: Date, timezone: string): string => formatsOf(timezone).clock.format(instant)

/** The zone's local name on that day: "EST", "PDT". */
export function timezoneLabel(instant: Date, timezone: string): string {
  const parts = formatsOf(timezone).label.formatToParts(instant)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timezone
}

/** Calendar days are handled in UTC, which has no clock changes. */
const utcDay = (localDate: string): number => Date.parse(`${localDate}T00:00:00Z`)

export const addDays = (localDate: string, days: number): string =>
  new Date(utcDay(localDate) + days * MILLISECONDS_A_DAY).toISOString().slice(0, 10)

/** 0 is Sunday. */
export function dayOfWeek(localDate: string): number {
  const known = weekdays.get(localDate)
  if (known !== undefined) return known
  const weekday = new Date(utcDay(localDate)).getUTCDay()
  if (weekdays.size >= KEPT_WEEKDAYS) weekdays.clear()
  weekdays.set(localDate, weekday)
  return weekday
}

/** A day is asked for by every departure rule; four years of days are kept. */
const KEPT_WEEKDAYS = 1500
const weekdays = new Map<string, number>()

export const monthOf = (localDate: string): string => localDate.slice(0, 7)

export const addMonths = (month: string, months: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString()

/** Every day of a month, in order. */
export function datesOfMonth(month: string): string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: daysInMonth }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}

/**
 * The days from the first to the last, both included; none when the last comes before the first.
 */
export function datesBetween(first: string, last: string): string[] {
  const days = Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(last)).days
  return Array.from({ length: Math.max(0, days + 1) }, (_, index) => addDays(first, index))
}

/** The last millisecond of a local day, because expiry dates include the whole day. */
export const endOfDay = (localDate: string, timezone: string): Date =>
  new Date(instantOf(addDays(localDate, 1), '00:00', timezone).getTime() - 1)

/** The end of the same local day a number of years later. */
export function addYearsEndOfDay(from: Date, years: number, timezone: string): Date {
  const day = Temporal.PlainDate.from(toLocalDate(from, timezone)).add({ years })
  return endOfDay(day.toString(), timezone)
}

export const addMinutes = (instant: Date, minutes: number): Date =>
  new Date(instant.getTime() + minutes * 60_000)

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
  /** The rule as it is on this one date, with the price of that date. */
  onlyDate?: string
  /** The dates for which there is such a rule. */
  exceptDates?: readonly string[]
}

/**
 * A closed date on which a rule (null: the whole product) does not fly, an extra date on which it
 * does, or a date with its own price.
 */
export interface DateException {
  departureId: number | null
  date: string
  kind: 'closed' | 'extra' | 'priced'
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
  if (rule.onlyDate !== undefined && rule.onlyDate !== localDate) return false
  if (rule.exceptDates?.includes(localDate) === true) return false
  const todays = exceptionsOn(exceptions, localDate)
  if (todays.length === 0) return dayOfWeek(localDate) === rule.dayOfWeek
  const closed = todays.some(
    (one) => one.kind === 'closed' && (one.departureId === null || one.departureId === rule.id),
  )
  if (closed) return false
  const extra = todays.some((one) => one.kind === 'extra' && one.departureId === rule.id)
  return extra || dayOfWeek(localDate) === rule.dayOfWeek
}

const NO_EXCEPTIONS: readonly DateException[] = []
/** The exceptions of a catalogue are read once and asked for by every rule and day. */
const exceptionsByDate = new WeakMap<readonly DateException[], Map<string, DateException[]>>()

function exceptionsOn(exceptions: readonly DateException[], localDate: string): readonly DateException[] {
  if (exceptions.length === 0) return NO_EXCEPTIONS
  let byDate = exceptionsByDate.get(exceptions)
  if (!byDate) {
    byDate = new Map()
    for (const one of exceptions) {
      const others = byDate.get(one.date)
      if (others) others.push(one)
      else byDate.set(one.date, [one])
    }
    exceptionsByDate.set(exceptions, byDate)
  }
  return byDate.get(localDate) ?? NO_EXCEPTIONS
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

export interface PublishWindow {
  publishStatus: 'draft' | 'published' | 'archived'
  publishAt: Date | null
  publishUntil: Date | null
}

/**
 * True while something may be shown and sold: it is published, `publishAt` has passed and
 * `publishUntil` has not.
 */
export function isPublished(what: PublishWindow, at: Date): boolean {
  if (what.publishStatus !== 'published') return false
  if (what.publishAt && what.publishAt > at) return false
  return !what.publishUntil || what.publishUntil > at
}

export interface Coordinates {
  latitude: number
  longitude: number
  timezone: string
}

const MINUTE = 60_000
/** The size of the cache: some years at each terminal. Null where the sun does not set. */
const KEPT_SUNSETS = 10_000
const sunsets = new Map<string, number | null>()

/**
 * The sunset of a calendar day at a place, rounded to the minute so that every computation gives
 * the same instant; undefined where the sun does not set that day.
 */
export function findSunset(localDate: string, place: Coordinates): Date | undefined {
  const key = `${localDate} ${String(place.latitude)} ${String(place.longitude)} ${place.timezone}`
  const known = sunsets.get(key)
  if (known !== undefined) return known === null ? undefined : new Date(known)
  const sunset = computeSunset(localDate, place)
  if (sunsets.size >= KEPT_SUNSETS) sunsets.clear()
  sunsets.set(key, sunset?.getTime() ?? null)
  return sunset
}

function computeSunset(localDate: string, place: Coordinates): Date | undefined {
  const noon = instantOf(localDate, '12:00', place.timezone)
  const { sunset } = getTimes(noon, place.latitude, place.longitude)
  if (!sunset || Number.isNaN(sunset.getTime())) return undefined
  return new Date(Math.round(sunset.getTime() / MINUTE) * MINUTE)
}
