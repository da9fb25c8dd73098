import { asc, type Column, desc, type SQL } from 'drizzle-orm'

/** Which part of a list, in which order. */
export interface ListPage {
  limit: number
  offset: number
  sort?: { column: string; descending: boolean } | undefined
}

/**
 * The order of a list: the asked column where it is one of `columns`, then the list's own order, so that pages never
 * overlap.
 */
export function orderOf(
  page: ListPage,
  columns: Record<string, Column>,
  otherwise: readonly Column[],
): SQL[] {
  const column = page.sort && columns[page.sort.column]
  const asked = column ? [page.sort?.descending ? desc(column) : asc(column)] : []
  return [...asked, ...otherwise.map((one) => asc(one))]
}
