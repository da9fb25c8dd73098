import { type ReportRows } from '#contract/report.ts'
import { csvNumber, csvText } from '../parts/csv.ts'

/** The rows of a figure as comma-separated values (RFC 4180), with plain numbers, the total last. */
export function reportRowsCsv({ by, columns, rows, total }: ReportRows): string {
  const line = (texts: readonly string[], figures: readonly (number | null)[]) =>
    [...texts.map(csvText), ...figures.map((figure, at) => csvNumber(columns[at]?.unit, figure))].join(',')
  return [
    ['at', 'what', by, 'order', 'flight', ...columns.map(({ label }) => label)].map(csvText).join(','),
    ...rows.map(({ at, text, label, order_id: order, flight_id: flight, figures }) =>
      line([at, text, label, order === null ? '' : `O-${String(order)}`, String(flight ?? '')], figures),
    ),
    line(['Total', '', '', '', ''], total),
    '',
  ].join('\r\n')
}
