import { type Report, type ReportGroup, reportGroups, type ReportName } from '#contract/report.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { DAYS_PREFIX } from './report-source.ts'

export interface ReportColumn {
  key: string
  label: string
  unit: Report['columns'][number]['unit']
  /** For a percentage: the columns of the part and of the whole. */
  share?: readonly [part: string, whole: string]
  /** For money by the hour: the figures of the money and of its seconds. */
  perHour?: readonly [cents: string, seconds: string]
  /** The median of the days that the rows were counted by. */
  median?: true
}

const money = (key: string, label: string): ReportColumn => ({ key, label, unit: 'money' })
const count = (key: string, label: string): ReportColumn => ({ key, label, unit: 'count' })

const balances = [
  money('opening', 'Before'),
  money('added', 'Added'),
  money('used', 'Used'),
  money('closing', 'After'),
]

/** The columns of each report in order; its chart shows the first column with money. */
export const reportColumns: Readonly<Record<ReportName, readonly ReportColumn[]>> = {
  sales: [
    money('net', 'Net sales'),
    count('sales', 'Sales'),
    money('flights', 'Flights'),
    money('upgrades', 'Upgrades'),
    money('fees', 'Fees'),
    money('tax', 'Tax'),
    money('discounts', 'Discounts'),
    money('back', 'Given back'),
    money('other', 'Other'),
    money('gifts', 'Gift cards sold'),
  ],
  money: [money('net', 'Net'), money('in', 'In'), money('out', 'Out'), count('movements', 'Movements')],
  payouts: [
    money('net', 'Paid out'),
    money('payments', 'Payments'),
    money('refunds', 'Refunds'),
    money('disputes', 'Taken back by banks'),
    money('fees', 'Fees'),
    money('other', 'Sent back and other'),
    count('movements', 'Movements'),
  ],
  discounts: [money('given', 'Given'), count('uses', 'Times')],
  given: [
    money('given', 'Given'),
    money('refunds', 'Refunds'),
    money('vouchers', 'Vouchers'),
    money('cards', 'Gift cards'),
    money('credit', 'Credit'),
    money('waived', 'Waived fees'),
    money('prices', 'Lower prices'),
    count('acts', 'Times'),
  ],
  refunds: [
    money('back', 'Given back'),
    money('money', 'As money'),
    money('vouchers', 'As vouchers'),
    count('acts', 'Times'),
  ],
  owed: balances,
  flights: [
    count('sold', 'Seats sold'),
    count('flown', 'Seats flown'),
    count('seats', 'Seats there were'),
    { key: 'load', label: 'Load factor', unit: 'percent', share: ['sold', 'seats'] },
    count('flights', 'Flights'),
  ],
  departures: [
    count('sold', 'Seats sold'),
    count('seats', 'Seats offered'),
    { key: 'load', label: 'Load factor', unit: 'percent', share: ['sold', 'seats'] },
    count('departures', 'Departures'),
    count('empty', 'Left empty'),
  ],
  yield: [
    money('net', 'Net sales'),
    { key: 'seconds', label: 'Flight hours', unit: 'hours' },
    { key: 'per_hour', label: 'Per flight hour', unit: 'money', perHour: ['net', 'seconds'] },
    count('flights', 'Flights'),
    count('seats', 'Seats flown'),
  ],
  lead: [
    count('sales', 'Sales'),
    count('people', 'People'),
    { key: 'median', label: 'Median days', unit: 'days', median: true },
  ],
  passengers: [
    money('gross', 'Seats, before codes'),
    count('people', 'Passengers'),
    count('typed', 'Not adults'),
  ],
  books: [
    money('opening', 'Before'),
    money('debit', 'Debit'),
    money('credit', 'Credit'),
    money('closing', 'After'),
  ],
}

/** The group of a report's rows; undefined when the report does not have that group. */
export function readGroup(name: ReportName, by: ReportGroup | undefined): ReportGroup | undefined {
  const groups: readonly ReportGroup[] = reportGroups[name]
  if (by === undefined) return groups[0]
  return groups.includes(by) ? by : undefined
}

/**
 * Returns one figure for each column: cents, counts and seconds unchanged, money by the hour in whole
 * cents, shares in hundredths of a percent, medians in days; null for a share or a part of nothing.
 */
export function listFigures(
  columns: readonly ReportColumn[],
  figures: CountedRow['figures'],
): (number | null)[] {
  const figure = (key: string) => figures[key] ?? 0
  return columns.map(({ key, share, perHour, median }) => {
    if (median) return findMedian(figures)
    if (perHour) return divide(figure(perHour[0]) * 3600, figure(perHour[1]))
    return share ? divide(figure(share[0]) * 10_000, figure(share[1])) : figure(key)
  })
}

const divide = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round(part / whole))

/** The median of the days of all rows, which is between two days for an even number of rows. */
function findMedian(figures: CountedRow['figures']): number | null {
  const spread = Object.entries(figures)
    .filter(([name]) => name.startsWith(DAYS_PREFIX))
    .map(([name, rows]) => ({ days: Number(name.slice(DAYS_PREFIX.length)), rows }))
    .toSorted((a, b) => a.days - b.days)
  const all = spread.reduce((sum, { rows }) => sum + rows, 0)
  if (all === 0) return null
  const dayOf = (at: number) => {
    let passed = 0
    for (const { days, rows } of spread) if ((passed += rows) > at) return days
    return 0
  }
  return (dayOf(Math.floor((all - 1) / 2)) + dayOf(Math.floor(all / 2))) / 2
}
