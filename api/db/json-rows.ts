import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'

type Columns = Record<string, PgColumn>
type RowOf<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> }

/**
 * For a query's select list: the rows of another table that belong to the row, each with the
 * columns named, as their types say. So a row and all its parts are one query.
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

/** JSON has no dates: each value is read as the driver's would be. */
function readRow<C extends Columns>(columns: C, row: Record<string, unknown>): RowOf<C> {
  const read = Object.entries(columns).map(([name, column]) => {
    const value = row[name] ?? null
    return [name, value === null ? null : column.mapFromDriverValue(value)]
  })
  return Object.fromEntries(read) as RowOf<C>
}
