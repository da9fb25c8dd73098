import { type Report } from '#contract/report.ts'

/** A table of figures: each row has a key, a label and a figure for each column. */
export interface FigureTable {
  name: string
  by: string
  columns: readonly { key: string; label: string; unit: Report['columns'][number]['unit'] }[]
  rows: readonly { key: string; label: string; figures: readonly (number | null)[] }[]
}

export interface FigureChange<Table extends FigureTable> {
  report: Table['name']
  by: Table['by']
  row: string
  column: string
  unit: Table['columns'][number]['unit']
  then: number | null
  now: number | null
}

/**
 * Balances repeat what the day's other figures say, and seats become flown by time, without a
 * posting.
 */
const NOT_BOOKED = ['opening', 'closing', 'flown']

/**
 * Returns the figures that differ between two versions. A new or removed row has no figure on the
 * other side.
 */
export function changedFigures<Table extends FigureTable>(
  then: readonly Table[],
  now: readonly Table[],
): FigureChange<Table>[] {
  return then.flatMap((before) => {
    const after = now.find(({ name, by }) => name === before.name && by === before.by)
    return after ? changesOf(before, after) : []
  })
}

function changesOf<Table extends FigureTable>(before: Table, after: Table): FigureChange<Table>[] {
  const keys = [...new Set([...before.rows, ...after.rows].map(({ key }) => key))]
  return keys.flatMap((key) => {
    const [old, fresh] = [before, after].map(({ rows }) => rows.find((row) => row.key === key))
    const commonColumns = after.columns.filter(({ key: one }) =>
      before.columns.some(({ key: known }) => known === one),
    )
    return commonColumns.flatMap((column) => {
      const [then, now] = [figureOf(before, old, column.key), figureOf(after, fresh, column.key)]
      const same = (then ?? 0) === (now ?? 0)
      if (same || NOT_BOOKED.includes(column.key)) return []
      const row = fresh?.label ?? old?.label ?? key
      return [{ report: after.name, by: after.by, row, column: column.label, unit: column.unit, then, now }]
    })
  })
}

function figureOf(
  { columns }: FigureTable,
  row: FigureTable['rows'][number] | undefined,
  column: string,
): number | null {
  return row?.figures[columns.findIndex(({ key }) => key === column)] ?? null
}
