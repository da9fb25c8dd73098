import { type Report, type ReportGroup, type ReportName } from '#contract/report.ts'
import { formatDollars } from '../../format/format-dollars.ts'

export const REPORT_TITLES: Record<ReportName, string> = {
  sales: 'Sales',
  money: 'Money in and out',
  payouts: 'Payouts',
  discounts: 'Discounts',
  owed: 'Owed to customers',
  flights: 'Seats and load',
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

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A date 'YYYY-MM-DD' in words. */
export const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))

export const rowText = ({ by }: Report, row: Report['rows'][number]): string =>
  by === 'day' && /^\d{4}-\d\d-\d\d$/.test(row.key) ? dayText(row.key) : row.label

export const spanText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`
