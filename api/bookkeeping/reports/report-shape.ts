import { type ReportGroup, reportGroups, type ReportName } from '#contract/report.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'

export interface ReportColumn {
  key: string
  label: string
  unit: 'money' | 'count' | 'percent'
  /** For a percentage: the columns of the part and of the whole. */
  share?: readonly [part: string, whole: string]
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
    money('credit', 'Credit'),
    money('waived', 'Waived fees'),
    money('prices', 'Lower prices'),
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
 * Returns one figure for each column: cents and counts unchanged, shares in hundredths of a
 * percent, null for a share of 0.
 */
export function listFigures(
  columns: readonly ReportColumn[],
  figures: CountedRow['figures'],
): (number | null)[] {
  return columns.map(({ key, share }) => {
    if (!share) return figures[key] ?? 0
    const whole = figures[share[1]] ?? 0
    return whole === 0 ? null : Math.round(((figures[share[0]] ?? 0) * 10_000) / whole)
  })
}
