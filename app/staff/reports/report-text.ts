import { type Report, type ReportGroup, type ReportName } from '#contract/report.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatShortDay } from '../../format/local-time.ts'

export const REPORT_TITLES: Record<ReportName, string> = {
  sales: 'Sales',
  money: 'Money in and out',
  payouts: 'Payouts',
  discounts: 'Discounts',
  given: 'Given by staff',
  owed: 'Owed to customers',
  flights: 'Seats and load',
  passengers: 'Passengers',
  books: 'The books',
}
export const GROUP_WORDS: Record<ReportGroup, string> = {
  day: 'day',
  product: 'product',
  brand: 'brand',
  channel: 'channel',
  first_campaign: 'first campaign',
  last_campaign: 'last campaign',
  what: 'reason',
  place: 'place',
  payout: 'payout',
  code: 'code',
  person: 'person',
  passenger_type: 'type of passenger',
  account: 'account',
}

type Unit = Report['columns'][number]['unit']

/** A formatted figure; a dash if there is none. */
export function figureText(unit: Unit, figure: number | null): string {
  if (figure === null) return '–'
  if (unit === 'money') return formatDollars(figure)
  if (unit === 'percent') return `${figure.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
  return figure.toLocaleString('en-US')
}

/** `2026-11-26` → `Thu 26 Nov 2026` */
export const dayText = (day: string): string => `${formatShortDay(day)} ${day.slice(0, 4)}`

export const rowText = ({ by }: Report, row: Report['rows'][number]): string =>
  by === 'day' && /^\d{4}-\d\d-\d\d$/.test(row.key) ? dayText(row.key) : row.label

export const spanText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`
