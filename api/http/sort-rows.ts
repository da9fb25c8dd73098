import { asc, desc, type SQL } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type ListPage, paginateRows } from './list-page.ts'

/** The sortable columns of a list: their names on the wire and their column or SQL expression. */
export type SortColumns = Readonly<Record<string, PgColumn | SQL>>

/** The names of the sortable columns. */
export const sortNames = <Columns extends SortColumns>(columns: Columns) =>
  Object.keys(columns) as (keyof Columns & string)[]

/**
 * The order of a page: by the requested column, by default newest first. Rows with equal values are
 * ordered by id, so that pages never overlap. Rows without a value come last, and first in
 * descending order.
 */
export function buildOrderBy({ sort }: ListPage, columns: SortColumns, id: PgColumn, usual: PgColumn): SQL[] {
  const direction = sort && !sort.descending ? asc : desc
  return [direction((sort && columns[sort.column]) ?? usual), direction(id)]
}

/** Sorts and paginates presented rows that are few enough to be in memory. */
export function sortPresentedRows<Row extends object>(
  rows: readonly Row[],
  page: ListPage,
): { rows: Row[]; totalCount: number } {
  const { sort } = page
  const key = (row: Row) => sortable(Object.entries(row).find(([name]) => name === sort?.column)?.[1])
  return paginateRows(rows, page, sort ? { [sort.column]: key } : {})
}

/** Converts a value for sorting; only texts, numbers, booleans and dates have an order. */
export function sortable(value: unknown): string | number | Date | null {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : null
}
