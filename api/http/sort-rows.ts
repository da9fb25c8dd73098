import { asc, desc, type SQL } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type ListPage, paginateRows } from './list-page.ts'

/**
 * What a list may be sorted by: names on the wire with their columns, or what stands for a column.
 */
export type SortColumns = Readonly<Record<string, PgColumn | SQL>>

/** Names of what a list may be sorted by. */
export const sortNames = <Columns extends SortColumns>(columns: Columns) =>
  Object.keys(columns) as (keyof Columns & string)[]

/**
 * The order of a page: by the column that is named, newest first where none is. Rows that are equal
 * are told apart by their id, so that pages never overlap. Rows without a value come last, and
 * first when the order is turned round.
 */
export function buildOrderBy({ sort }: ListPage, columns: SortColumns, id: PgColumn, usual: PgColumn): SQL[] {
  const direction = sort && !sort.descending ? asc : desc
  return [direction((sort && columns[sort.column]) ?? usual), direction(id)]
}

/** The same for rows that are few enough to be at hand as they are told. */
export function sortPresentedRows<Row extends object>(
  rows: readonly Row[],
  page: ListPage,
): { rows: Row[]; totalCount: number } {
  const { sort } = page
  const key = (row: Row) => sortable(Object.entries(row).find(([name]) => name === sort?.column)?.[1])
  return paginateRows(rows, page, sort ? { [sort.column]: key } : {})
}

/** A value as lists compare it: what is no text, number or instant counts as none. */
export function sortable(value: unknown): string | number | Date | null {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : null
}
