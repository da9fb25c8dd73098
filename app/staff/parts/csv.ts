import { type Report } from '#contract/report.ts'

/** Characters that make spreadsheets evaluate a cell as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A text as a cell; an apostrophe keeps spreadsheets from evaluating it as a formula. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A report as comma-separated values (RFC 4180), with plain numbers, the total last. */
export function reportCsv({ by, columns, rows, total }: Report): string {
  const line = (label: string, figures: readonly (number | null)[]) =>
    [csvText(label), ...figures.map((figure, at) => csvNumber(columns[at]?.unit, figure))].join(',')
  return [
    [by, ...columns.map(({ label }) => label)].map(csvText).join(','),
    ...rows.map(({ key, label, figures }) => line(by === 'day' ? key : label, figures)),
    line('Total', total),
    '',
  ].join('\r\n')
}

/** A plain number. */
export function csvNumber(
  unit: Report['columns'][number]['unit'] | undefined,
  figure: number | null,
): string {
  if (figure === null) return ''
  return unit === 'count' || unit === 'days' ? String(figure) : figure.toFixed(2)
}

/** `sales-by-day-2026-11-01-2026-11-30.csv`. */
export const csvName = ({ name, by, from, to }: Report): string => `${name}-by-${by}-${from}-${to}.csv`
