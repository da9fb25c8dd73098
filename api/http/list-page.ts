import { inArray, type SQL } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'

/** Which part of a list, in which order. */
export interface ListPage {
  limit: number
  offset: number
  sort?: { column: string; descending: boolean } | undefined
  /** Of these rows only; undefined: of all. */
  ids?: readonly number[] | undefined
  /** Rows are counted no further than this; undefined: all of them. */
  countTo?: number | undefined
}

/** A query's condition for the ids that a page is asked of. */
export const idsCondition = (column: PgColumn, { ids }: ListPage): SQL | undefined =>
  ids && inArray(column, [...ids])

/** What a list may be sorted by: the column's name and its value in a row. */
export type SortKeys<Row> = Record<string, (row: Row) => string | number | Date | null>

const collator = new Intl.Collator('en')

/**
 * One page of a list's rows. They are sorted by the asked column where it is one of `keys`, and
 * within it, or without one, they keep the order they come in, so that pages never overlap. Rows
 * without a value come last, and first when the order is turned round.
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

/** True when no ids are asked for, or this one is. */
export const isIdRequested = (ids: readonly number[] | undefined, id: number): boolean =>
  !ids || ids.includes(id)
