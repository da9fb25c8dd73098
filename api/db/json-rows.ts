import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'

type Columns = Record<string, PgColumn>
type RowOf<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> }

/**
 * Selects related rows of another table within a query, with the named columns and their types, so
 * that a row and all its parts need one query.
 */
export function jsonRows<C extends Columns>(
  columns: C,
  { from, where, orderBy }: { from: PgTable; where: SQL; orderBy: SQL },
): SQL<RowOf<C>[]> {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`)
  const row = sql`json_build_object(${sql.join(pairs, sql`, `)})`
  const rows = sql<
    RowOf<C>[]
  >`coalesce((select json_agg(${row} order by ${orderBy}) from ${from} where ${where}), '[]')`
  return rows.mapWith((found: Record<string, unknown>[]) => found.map((one) => readRow(columns, one)))
}

/** Converts the JSON values of a row as the driver would, because JSON has no dates. */
function readRow<C extends Columns>(columns: C, row: Record<string, unknown>): RowOf<C> {
  const read = Object.entries(columns).map(([name, column]) => {
    const value = row[name] ?? null
    return [name, value === null ? null : column.mapFromDriverValue(value)]
  })
  return Object.fromEntries(read) as RowOf<C>
}
