import { type Report, type ReportGroup, type ReportName } from '#contract/report.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { formatShortDay } from '../../format/local-time.ts'

export const REPORT_TITLES: Record<ReportName, string> = {
  sales: 'Sales',
  money: 'Money in and out',
  payouts: 'Payouts',
  discounts: 'Discounts',
  given: 'Given by staff',
  refunds: 'Refunds',
  owed: 'Owed to customers',
  flights: 'Seats and load',
  departures: 'Load with empty departures',
  yield: 'Yield per flight hour',
  lead: 'Lead time',
  passengers: 'Passengers',
  books: 'The books',
}
export const GROUP_WORDS: Record<ReportGroup, string> = {
  day: 'day',
  product: 'product',
  brand: 'brand',
  channel: 'channel',
  first_campaign: 'first campaign',
  agent: 'agent',
  last_campaign: 'last campaign',
  what: 'reason',
  place: 'place',
  payout: 'payout',
  code: 'code',
  person: 'person',
  passenger_type: 'type of passenger',
  aircraft: 'aircraft',
  pilot: 'pilot',
  hour: 'hour of departure',
  lead: 'days ahead',
  account: 'account',
}

type Unit = Report['columns'][number]['unit']

/** A formatted figure; a dash if there is none. */
export function figureText(unit: Unit, figure: number | null): string {
  if (figure === null) return '–'
  if (unit === 'money') return formatDollars(figure)
  if (unit === 'percent') return formatPercent(figure, 1)
  return figure.toLocaleString('en-US')
}

/** The rows behind a row of a report, or behind all of it. */
export function rowsHref({ name, by, from, to }: ReportSpanned, key?: string): string {
  const query = new URLSearchParams({ name, by, from, to, ...(key === undefined ? {} : { key }) })
  return `/staff/reports/rows?${query.toString()}`
}
type ReportSpanned = Pick<Report, 'name' | 'by' | 'from' | 'to'>

/** `2026-11-26` → `Thu 26 Nov 2026` */
export const dayText = (day: string): string => `${formatShortDay(day)} ${day.slice(0, 4)}`

export const rowText = ({ by }: Pick<Report, 'by'>, row: { key: string; label: string }): string =>
  by === 'day' && /^\d{4}-\d\d-\d\d$/.test(row.key) ? dayText(row.key) : row.label

export const spanText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`
