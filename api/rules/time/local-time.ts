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
  }
  formats.set(timeZone, made)
  return made
}

export const toLocalDate = (instant: Date, timezone: string): string =>
  formatsOf(timezone).date.format(instant)

export const toLocalTime = (instant: Date, timezone: string): string =>
  formatsOf(timezone).time.format(instant)

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
export const dayOfWeek = (localDate: string): number => new Date(utcDay(localDate)).getUTCDay()

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
