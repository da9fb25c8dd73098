/** A table of figures: a row's key, its words, and a figure for each column. */
export interface FigureTable {
  name: string
  by: string
  columns: readonly { key: string; label: string; unit: 'money' | 'count' | 'percent' }[]
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
 * Balances carried in or out of a day say again what its own figures say; seats are flown when
 * their time has come, and nothing was booked.
 */
const NOT_BOOKED = ['opening', 'closing', 'flown']

/**
 * Figures that both sides tell and that are not what they were; a row that came or went has none on
 * the other side.
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
    const told = after.columns.filter(({ key: one }) =>
      before.columns.some(({ key: known }) => known === one),
    )
    return told.flatMap((column) => {
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
