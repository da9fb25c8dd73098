import { inArray, type SQL } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'

/** The part of a list to read, and its order. */
export interface ListPage {
  limit: number
  offset: number
  sort?: { column: string; descending: boolean } | undefined
  /** Only rows with these ids; undefined: all rows. */
  ids?: readonly number[] | undefined
  /** The highest count of rows; undefined: count all of them. */
  countTo?: number | undefined
}

/** The SQL condition for the requested ids. */
export const idsCondition = (column: PgColumn, { ids }: ListPage): SQL | undefined =>
  ids && inArray(column, [...ids])

/** The sortable columns: their names and their values in a row. */
export type SortKeys<Row> = Record<string, (row: Row) => string | number | Date | null>

const collator = new Intl.Collator('en')

/**
 * Returns one page of rows, sorted by the requested column if it is one of `keys`. Rows with equal
 * values keep their order, so that pages never overlap. Rows without a value come last, and first
 * in descending order.
 */
export function paginateRows<Row>(
  all: readonly Row[],
  page: ListPage,
  keys: SortKeys<Row>,
): { rows: Row[]; totalCount: number } {
  const key = page.sort && keys[page.sort.column]
  const sign = page.sort?.descending ? -1 : 1
  const sorted = key ? all.toSorted((a, b) => sign * compare(key(a), key(b))) : all
  return { rows: sorted.slice(page.offset, page.offset + page.limit), totalCount: all.length }
}

function compare(a: string | number | Date | null, b: string | number | Date | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'string' || typeof b === 'string') return collator.compare(String(a), String(b))
  return Number(a) - Number(b)
}

/** True when no ids are requested, or this one is. */
export const isIdRequested = (ids: readonly number[] | undefined, id: number): boolean =>
  !ids || ids.includes(id)
