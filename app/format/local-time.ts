import { keepByText } from './keep-by-text.ts'
import { createZoneFormats } from './zone-formats.ts'

/**
 * Formats dates and times of terminals. The input is what `/v1` sends (`2026-12-05`, `16:28`),
 * already in the terminal's zone; nothing here depends on the zone of the browser or server.
 */

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const weekdayName = inUtc({ weekday: 'long' })
const monthName = inUtc({ month: 'long' })
const shortMonthName = inUtc({ month: 'short' })

const asUtc = (date: string) => new Date(`${date}T00:00:00Z`)

/** `16:28` → `{ clock: '4:28', half: 'pm' }`, because the numerals are set larger than the half. */
export function splitTime(localTime: string): { clock: string; half: 'am' | 'pm' } {
  const [hours = '0', minutes = '00'] = localTime.split(':')
  const hour = Number(hours)
  return { clock: `${String(hour % 12 === 0 ? 12 : hour % 12)}:${minutes}`, half: hour < 12 ? 'am' : 'pm' }
}

/** `16:28` → `4:28 pm` */
export function formatTime(localTime: string): string {
  const { clock, half } = splitTime(localTime)
  return `${clock} ${half}`
}

/** `2026-12-05` → `Saturday 5 December` */
export const formatDay = keepByText(1000, (date) => {
  const day = asUtc(date)
  return `${weekdayName.format(day)} ${String(day.getUTCDate())} ${monthName.format(day)}`
})

/** `2026-12-05` → `Saturday 5 December 2026` */
export function formatDayAndYear(date: string): string {
  return `${formatDay(date)} ${date.slice(0, 4)}`
}

/** `2026-12-05` → `5 December 2026`: for distant days, whose weekday is of no interest. */
export function formatDate(date: string): string {
  const day = asUtc(date)
  return `${String(day.getUTCDate())} ${monthName.format(day)} ${date.slice(0, 4)}`
}

/** `2026-12-05` → `5 Dec 2026`: for narrow columns of tables. */
export function formatShortDate(date: string): string {
  const day = asUtc(date)
  return `${String(day.getUTCDate())} ${monthName.format(day).slice(0, 3)} ${date.slice(0, 4)}`
}

/** `2026-12-05` → `Sat 5 Dec`: for narrow columns of tables whose days are near. */
export function formatShortDay(date: string): string {
  return `${weekdayName.format(asUtc(date)).slice(0, 3)} ${formatShortDate(date).slice(0, -5)}`
}

/** `2026-12` → `December 2026` */
export function formatMonth(month: string): string {
  return `${monthName.format(asUtc(`${month}-01`))} ${month.slice(0, 4)}`
}

/** `2026-12` → `['Dec', 'ember']`: sighted users see the first part, screen readers read both. */
export function splitMonthName(month: string): [short: string, rest: string] {
  const day = asUtc(`${month}-01`)
  const short = shortMonthName.format(day)
  return [short, monthName.format(day).slice(short.length)]
}

const times = createZoneFormats('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dates = createZoneFormats('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const zoneNames = createZoneFormats('en-US', { timeZoneName: 'short' })

/**
 * The local time at a terminal for an instant.
 *
 * @param zone IANA zone of the terminal
 */
export const toLocalTime = (instant: string, zone: string): string => times(zone).format(new Date(instant))

/** The calendar day at a terminal for an instant, `YYYY-MM-DD`. */
export const toLocalDate = (instant: string, zone: string): string => dates(zone).format(new Date(instant))

/** The abbreviation of a zone at an instant: `EST`, in summer `EDT`. */
export const formatZone = (instant: string, zone: string): string => zoneAt(`${instant} ${zone}`)

/** A page asks for the zone of each flight several times. */
const zoneAt = keepByText(2000, (asked) => {
  const [instant = '', zone = ''] = asked.split(' ')
  const parts = zoneNames(zone).formatToParts(new Date(instant))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
})
