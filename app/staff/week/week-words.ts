import { type DepartureDate, type StaffWeek } from '#contract/staff-week.ts'
import { formatDay, formatTime } from '../../format/local-time.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatCount } from '../parts/count-noun.ts'

/** `$588`, `$462.50`: narrow columns show cents only where there are some. */
export const shortDollars = (amount: number): string => formatDollars(amount).replace(/\.00$/, '')

/** `Sat 21` */
export function shortDay(date: string): string {
  const [weekday = '', day = ''] = formatDay(date).split(' ')
  return `${weekday.slice(0, 3)} ${day}`
}

/** `Tue 24 November` */
export function dayText(date: string): string {
  const [weekday = '', ...rest] = formatDay(date).split(' ')
  return [weekday.slice(0, 3), ...rest].join(' ')
}

/** `21 to 27 November`, `28 November to 4 December` */
export function weekTitle({ from, until }: Pick<StaffWeek, 'from' | 'until'>): string {
  const [, day = '', month = ''] = formatDay(from).split(' ')
  const [, lastDay = '', lastMonth = ''] = formatDay(until).split(' ')
  return month === lastMonth ? `${day} to ${lastDay} ${month}` : `${day} ${month} to ${lastDay} ${lastMonth}`
}

type Row = StaffWeek['products'][number]['rows'][number]

/** `9:30 am`, `Sunset`, `60 min before sunset` */
export function rowText({ time, offset_in_mins: offset }: Row): string {
  if (time !== null) return formatTime(time)
  if (offset === null || offset === 0) return 'Sunset'
  return `${String(Math.abs(offset))} min ${offset < 0 ? 'before' : 'after'} sunset`
}

/** The clock of a row that follows the sunset; it differs by a few minutes over the week. */
export function rowClock({ time, dates }: Row): string | null {
  if (time !== null) return null
  const clocks = dates.flatMap((one) => (one ? [one.local_time] : [])).toSorted()
  const [first, last] = [clocks[0], clocks.at(-1)]
  if (first === undefined || last === undefined) return null
  return first === last ? formatTime(first) : `${formatTime(first)} to ${formatTime(last)}`
}

/** The word of a state, where it is more than its figures. */
export const STATE_WORDS: Partial<Record<DepartureDate['state'], string>> = {
  flown: 'flown',
  past: 'past',
  ended: 'sales ended',
  no_aircraft: 'no aircraft',
  not_on_sale: 'not on sale',
  closed: 'Closed',
  day_closed: 'Closed day',
  cancelled: 'Cancelled',
}

/** `2 of 4`, `Full`, without a count where nobody can be booked. */
export function loadText({ state, seats, seats_sold: sold }: DepartureDate): string | null {
  if (seats === 0) return sold === 0 ? null : String(sold)
  if (sold >= seats) return 'Full'
  if (state === 'full') return `Full, ${String(sold)} sold`
  return `${String(sold)} of ${String(seats)}`
}

/** `One party of 2 keeps its seats.`; nothing without passengers. */
export function keptSeats(parties: number, seats: number): string {
  if (parties === 0) return ''
  if (parties === 1) return ` One party of ${String(seats)} keeps its ${seats === 1 ? 'seat' : 'seats'}.`
  return ` ${String(parties)} parties with ${String(seats)} seats keep them.`
}

export interface Load {
  seats: number
  sold: number
  revenue: number
  parties: number
}

export const sumLoad = (dates: readonly (DepartureDate | null | undefined)[]): Load =>
  dates.reduce<Load>(
    (sum, one) => ({
      seats: sum.seats + (one?.seats ?? 0),
      sold: sum.sold + (one?.seats_sold ?? 0),
      revenue: sum.revenue + (one?.revenue ?? 0),
      parties: sum.parties + (one?.parties ?? 0),
    }),
    { seats: 0, sold: 0, revenue: 0, parties: 0 },
  )

/** Every departure of the week on a day. */
export const datesOn = (week: StaffWeek, at: number): DepartureDate[] =>
  week.products.flatMap(({ rows }) => rows.flatMap(({ dates }) => dates[at] ?? []))

/** `Kearny Heliport. 710 of 1,104 seats sold, $200,851. One day closed.` */
export function describeWeek(week: StaffWeek): string {
  const { sold, seats, revenue } = sumLoad(week.days.flatMap((_, at) => datesOn(week, at)))
  const closed = week.days.filter((day) => day.closed).length
  const days = closed === 0 ? '' : closed === 1 ? ' One day closed.' : ` ${String(closed)} days closed.`
  return (
    `${week.terminal.name}. ${sold.toLocaleString('en-US')} of ` +
    `${formatCount(seats, 'seat', 'seats')} sold, ${shortDollars(revenue)}.${days}`
  )
}

/** A departure of the week with its product and its row. */
export interface FoundDate {
  product: StaffWeek['products'][number]
  row: Row
  date: DepartureDate
}

export function findDate(
  week: StaffWeek,
  place: { departureId: number; date: string } | null,
): FoundDate | undefined {
  if (!place) return undefined
  for (const product of week.products)
    for (const row of product.rows)
      for (const date of row.dates)
        if (date?.departure_id === place.departureId && date.date === place.date)
          return { product, row, date }
  return undefined
}

/** `Photographer’s Hour, Sun 22 November 3:00 pm` */
export const dateTitle = ({ product, date }: FoundDate): string =>
  `${product.name}, ${dayText(date.date)} ${formatTime(date.local_time)}`
