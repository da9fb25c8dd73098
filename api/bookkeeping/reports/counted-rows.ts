import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'

/**
 * Rows of SQL, `key` and `label` with sums beside them, as a report counts them. Empty keys stand
 * last.
 */
export function countedRows(rows: readonly Record<string, unknown>[]): CountedRow[] {
  return rows.map(({ key, label, ...sums }) => ({
    key: textOf(key),
    label: textOf(label),
    figures: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum ?? 0)])),
  }))
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
