import { Temporal } from 'temporal-polyfill'

/** Calendar days are 'YYYY-MM-DD', months 'YYYY-MM', wall-clock times 'HH:MM', always at a terminal or brand. */

/**
 * The instant of a wall-clock time. A time the clocks jump over moves on by the jump; one that comes twice is the
 * first of the two (Temporal's "compatible").
 */
export function instantOf(localDate: string, localTime: string, timezone: string): Date {
  const zoned = Temporal.PlainDate.from(localDate).toZonedDateTime({
    timeZone: timezone,
    plainTime: Temporal.PlainTime.from(localTime),
  })
  return new Date(zoned.epochMilliseconds)
}

function zonedOf(instant: Date, timezone: string) {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone)
}

export const localDateOf = (instant: Date, timezone: string): string =>
  zonedOf(instant, timezone).toPlainDate().toString()

export const localTimeOf = (instant: Date, timezone: string): string =>
  zonedOf(instant, timezone).toPlainTime().toString({ smallestUnit: 'minute' })

/** How people there call the zone on that day: "EST", "PDT". */
export function timezoneLabel(instant: Date, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'short' })
  return parts.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? timezone
}

export const addDays = (localDate: string, days: number): string =>
  Temporal.PlainDate.from(localDate).add({ days }).toString()

/** 0 is Sunday. */
export const dayOfWeek = (localDate: string): number => Temporal.PlainDate.from(localDate).dayOfWeek % 7

export const monthOf = (localDate: string): string => localDate.slice(0, 7)

export const addMonths = (month: string, months: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString()

/** Every day of a month, in order. */
export function datesOfMonth(month: string): string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: daysInMonth }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}

/** Days from the first to the last, both included; none when the last comes before the first. */
export function datesBetween(first: string, last: string): string[] {
  const days = Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(last)).days
  return Array.from({ length: Math.max(0, days + 1) }, (_, index) => addDays(first, index))
}

export const addMinutes = (instant: Date, minutes: number): Date =>
  new Date(instant.getTime() + minutes * 60_000)
