/** Sums under one key. Figures of several periods can be added up. */
export interface CountedRow {
  key: string
  label: string
  figures: Readonly<Record<string, number>>
}

/** Adds the rows of two periods; each key stands once. */
export function addRows(earlier: readonly CountedRow[], later: readonly CountedRow[]): CountedRow[] {
  const rows = new Map(earlier.map((row) => [row.key, row]))
  for (const { key, label, figures } of later) {
    const before = rows.get(key)?.figures
    rows.set(key, { key, label, figures: before ? addFigures(before, figures) : figures })
  }
  return [...rows.values()]
}

function addFigures(before: CountedRow['figures'], after: CountedRow['figures']): CountedRow['figures'] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(keys.map((key) => [key, (before[key] ?? 0) + (after[key] ?? 0)]))
}

/** Sums the figures of all rows. */
export function sumRows(rows: readonly CountedRow[]): CountedRow['figures'] {
  const total: Record<string, number> = {}
  for (const { figures } of rows)
    for (const [key, value] of Object.entries(figures)) total[key] = (total[key] ?? 0) + value
  return total
}
