import { type ProductState, type ProductSummary, type ProductSheetPreview } from '#contract/product-sheet.ts'
import { type NoShowRule, type Place } from '#contract/enums.ts'
import { type FocalPoint } from '#contract/photo.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { formatDay, formatShortDate, formatTime, toLocalDate } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'

export const PLACES: Record<Place, string> = {
  manhattan: 'Manhattan',
  liberty: 'Liberty',
  jersey: 'New Jersey',
  miami: 'Miami',
  losangeles: 'Los Angeles',
  doorsoff: 'Doors off',
}

/** The ninths of a photo. */
export const FOCAL_POINTS: Record<FocalPoint, string> = {
  top_left: 'Left, top',
  top: 'Middle, top',
  top_right: 'Right, top',
  left: 'Left, middle',
  center: 'Middle',
  right: 'Right, middle',
  bottom_left: 'Left, bottom',
  bottom: 'Middle, bottom',
  bottom_right: 'Right, bottom',
}

export const AVAILABILITY = {
  available: 'Open',
  sold_out: 'Sold out',
  coming_soon: 'Coming soon',
  paused: 'Paused',
} as const

/** What becomes of a departure with fewer seats sold than it needs. */
export const MIN_MISSED = {
  ask: 'Staff decide',
  call_off: 'It is called off',
} as const

/** What becomes of the money of a guest who does not come. */
export const NO_SHOW: Record<NoShowRule, string> = {
  nothing: 'Nothing is given back',
  move: 'One free move',
  credit: 'A credit',
}

/** A day without its year where that is the present one. */
const dayName = (date: string, today: string): string =>
  date.slice(0, 4) === today.slice(0, 4) ? formatDay(date) : formatShortDate(date)

/** The last day before an end: a sale that ends at midnight has the day before as its last one. */
export const lastDay = (until: string, zone: string): string =>
  toLocalDate(new Date(Date.parse(until) - 1).toISOString(), zone)

interface StateWords {
  /** The class of its mark. */
  mark: 'ok' | 'late' | 'done' | 'bad' | 'off' | 'few' | ''
  text: string
}

/** Why a product is or is not sold, in words. */
export function stateWords({
  state,
  timezone,
  today,
}: Pick<ProductSummary, 'state' | 'timezone' | 'today'>): StateWords {
  const at = state.at ?? ''
  switch (state.kind) {
    case 'on_sale':
      return { mark: 'ok', text: 'On sale' }
    case 'ends':
      return { mark: 'late', text: `Ends ${dayName(lastDay(at, timezone), today)}` }
    case 'begins':
      return { mark: '', text: `On sale from ${dayName(toLocalDate(at, timezone), today)}` }
    case 'ended':
      return { mark: 'done', text: `Ended ${dayName(lastDay(at, timezone), today)}` }
    default:
      return OTHER_STATES[state.kind]
  }
}

const OTHER_STATES: Record<
  Exclude<ProductState['kind'], 'on_sale' | 'ends' | 'begins' | 'ended'>,
  StateWords
> = {
  hidden: { mark: 'done', text: 'Hidden' },
  archived: { mark: 'done', text: 'Archived' },
  sold_out: { mark: 'few', text: 'Sold out' },
  coming_soon: { mark: '', text: 'Coming soon' },
  paused: { mark: 'off', text: 'Paused' },
  no_departures: { mark: 'bad', text: 'No departures' },
  no_aircraft: { mark: 'bad', text: 'No aircraft there' },
  nothing_left: { mark: 'few', text: 'Nothing left to book' },
}

/** `Today 2:00 pm, full` */
export function nextWords({ next, today }: Pick<ProductSummary, 'next' | 'today'>): string {
  if (!next) return 'None in four weeks'
  const day = next.local_date === today ? 'Today' : dayName(next.local_date, today)
  const left = next.closed ? 'sale ended' : next.seats_left === 0 ? 'full' : `${String(next.seats_left)} left`
  return `${day} ${formatTime(next.local_time)} ${next.timezone_label}, ${left}`
}

/** `301 of 560, 54%` */
export function loadWords({ load }: Pick<ProductSummary, 'load'>): string {
  const { seats, seats_taken: taken } = load
  if (seats === 0) return 'None'
  return `${String(taken)} of ${String(seats)}, ${formatPercent((taken / seats) * 100, 0)}`
}

/** `Shoppers see $252.00: 229.00 + heliport 11.55 + fuel 11.45.` without its sum. */
export function priceParts({ price }: Pick<ProductSheetPreview, 'price'>): string {
  if (!price) return ''
  const parts = price.lines.map(({ label, amount }, at) => {
    const figure = Math.abs(amount).toFixed(2)
    return at === 0 ? figure : `${amount < 0 ? '− ' : '+ '}${label} ${figure}`
  })
  return `${price.whole_aircraft ? ' for the aircraft' : ''}: ${parts.join(' ')}.`
}

/** What saving does to the departures. */
export function effectWords(preview: ProductSheetPreview, today: string): string {
  const { begins, ends } = preview
  if (begins + ends === 0) return 'Saving changes no departures.'
  const parts = [
    begins > 0 ? `adds ${formatCount(begins, 'departure', 'departures')} a week` : '',
    ends > 0 ? `ends ${formatCount(ends, 'departure', 'departures')} a week` : '',
  ].filter(Boolean)
  return `Saving ${parts.join(' and ')} from today, ${formatDay(today)}.`
}

/** Who is booked on what ends. */
export function bookedWords({ parties, seats }: ProductSheetPreview): string {
  if (parties === 0) return ''
  return (
    `${formatCount(parties, 'party', 'parties')} with ${formatCount(seats, 'seat', 'seats')} ` +
    `${parties === 1 ? 'is' : 'are'} booked on what ends: they stay and fly.`
  )
}

/** The whole preview in a sentence, for screen readers. */
export const previewWords = (preview: ProductSheetPreview, today: string): string =>
  [
    preview.price ? `Shoppers see ${formatDollars(preview.price.total)}.` : '',
    effectWords(preview, today),
    bookedWords(preview),
  ]
    .filter(Boolean)
    .join(' ')
