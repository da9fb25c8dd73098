import { type Report } from '#contract/report.ts'
import { toDollars } from '../../rules/money/money.ts'
import { type CountedRow, sumRows } from '../../rules/bookkeeping/counted-row.ts'
import { listFigures, reportColumns, type ReportColumn } from './report-shape.ts'
import { type ReportQuery } from './count-report.ts'

/** A report on the wire: money in dollars, shares in percent. */
export function presentReport(
  { name, by, span }: ReportQuery,
  rows: readonly CountedRow[],
  { notes, now }: { notes: string[]; now: Date },
): Report {
  const columns = reportColumns[name]
  const presentFigures = (figures: CountedRow['figures']) =>
    listFigures(columns, figures).map((figure, at) => figureOf(columns[at]?.unit, figure))
  return {
    name,
    by,
    from: span.from,
    to: span.to,
    timezone: span.timezone,
    columns: columns.map(({ key, label, unit }) => ({ key, label, unit })),
    rows: ordered(by, columns[0], rows).map(({ key, label, figures }) => ({
      key,
      label,
      figures: presentFigures(figures),
    })),
    total: presentFigures(sumRows(rows)),
    notes,
    made_at: now.toISOString(),
  }
}

const KEPT_ORDER: readonly ReportQuery['by'][] = ['account', 'payout', 'hour', 'lead']

/**
 * Sorts days by date, keeps the order of payouts, accounts, hours and lead times, and sorts other
 * rows by their first figure.
 */
function ordered(by: ReportQuery['by'], first: ReportColumn | undefined, rows: readonly CountedRow[]) {
  if (by === 'day') return [...rows].sort((a, b) => a.key.localeCompare(b.key))
  if (KEPT_ORDER.includes(by) || !first) return rows
  return [...rows].sort((a, b) => (b.figures[first.key] ?? 0) - (a.figures[first.key] ?? 0))
}

/** A figure on the wire; seconds become hours with two decimals. */
export function figureOf(unit: ReportColumn['unit'] | undefined, figure: number | null): number | null {
  if (figure === null || unit === 'count' || unit === 'days') return figure
  if (unit === 'hours') return Math.round(figure / 36) / 100
  // Adding 0 turns a negative zero into 0.
  return unit === 'percent' ? figure / 100 : toDollars(figure) + 0
}
