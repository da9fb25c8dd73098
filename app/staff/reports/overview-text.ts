import { formatDollars } from '../../format/format-dollars.ts'

/** How a figure changed; `kind` says whether that is welcome. */
export interface Change {
  /** `+10.1%`, `−2 points`, `new` */
  text: string
  kind: 'good' | 'bad' | 'same'
}

const sign = (difference: number) => (difference > 0 ? '+' : difference < 0 ? '−' : '±')
const figure = (value: number) => Math.abs(value).toLocaleString('en-US', { maximumFractionDigits: 1 })
const oneDecimal = (value: number) => Math.round(value * 10) / 10

const kindOf = (difference: number): Change['kind'] =>
  difference === 0 ? 'same' : difference > 0 ? 'good' : 'bad'

/** The change in percent of the earlier figure; null if that was nothing or a loss. */
export function changeInPercent(now: number, before: number): Change | null {
  if (before <= 0) return null
  const percent = oneDecimal(((now - before) / before) * 100)
  return { text: `${sign(percent)}${figure(percent)}%`, kind: kindOf(percent) }
}

/** The difference of two percentages. */
export function changeInPoints(now: number, before: number): Change {
  const points = oneDecimal(now - before)
  return {
    text: `${sign(points)}${figure(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`,
    kind: kindOf(points),
  }
}

/** The change of a row of a table in one word or figure. */
export function rowChange(now: number, before: number): string {
  if (now === before) return '±0%'
  return changeInPercent(now, before)?.text ?? (before === 0 ? 'new' : signedDollars(now - before))
}

/** `+$6,220.00` */
export const signedDollars = (amount: number): string => `${sign(amount)}${formatDollars(Math.abs(amount))}`

/** A part in percent of the whole; null if the whole is nothing or a loss. */
export const shareOf = (part: number, whole: number): number | null =>
  whole <= 0 ? null : Math.round((part / whole) * 100)

const parts = (date: string) => {
  const day = new Date(`${date}T00:00:00Z`)
  return {
    day: String(day.getUTCDate()),
    month: day.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' }),
    year: date.slice(0, 4),
  }
}

/** `16 to 22 November 2026`, `30 November to 6 December 2026`, `22 November 2026` */
export function spanTitle({ from, to }: { from: string; to: string }): string {
  const [first, last] = [parts(from), parts(to)]
  const end = `${last.day} ${last.month} ${last.year}`
  if (from === to) return end
  if (first.year !== last.year) return `${first.day} ${first.month} ${first.year} to ${end}`
  return first.month === last.month ? `${first.day} to ${end}` : `${first.day} ${first.month} to ${end}`
}

/** `9 am`, `12 pm` */
export const hourText = (hour: number): string =>
  `${String(hour % 12 === 0 ? 12 : hour % 12)} ${hour < 12 ? 'am' : 'pm'}`

/** Weekdays by number, of which 1 is Monday. */
export const WEEKDAYS = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
