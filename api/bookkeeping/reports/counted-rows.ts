import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'

/** Converts SQL rows with `key`, `label` and sums to rows of a report. */
export function countedRows(rows: readonly Record<string, unknown>[]): CountedRow[] {
  return rows.map(({ key, label, ...sums }) => ({
    key: textOf(key),
    label: textOf(label),
    figures: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum ?? 0)])),
  }))
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
