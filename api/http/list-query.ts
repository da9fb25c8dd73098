import { z } from 'zod'
import { type ListMeta, QueryId } from '#contract/primitives.ts'
import { type ListPage } from './list-page.ts'

/** One id, or several (`id[]=6&id[]=7`). */
export const IdList = z.union([QueryId.transform((id) => [id]), z.array(QueryId).max(100)])

/** Only rows with these ids (`id=6`, `id[]=6&id[]=7`). */
export const idFilter = { id: IdList.optional(), 'id[]': IdList.optional() }
/** The query of a list without pages. */
export const IdQuery = z.object(idFilter)

/**
 * The query that every paged list accepts.
 *
 * @param sortable columns a caller may sort by, each also with a minus; any other answers 422
 */
export function listQuery<Column extends string>(sortable: readonly Column[]) {
  return z.object({
    ...idFilter,
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    page_size: z.coerce.number().int().min(1).max(100).default(50),
    sort: z.enum(sortable.flatMap((column) => [column, `-${column}` as const])).optional(),
  })
}

/** The query of a list that grows with every sale. */
export const longListQuery = <Column extends string>(sortable: readonly Column[]) =>
  listQuery(sortable).extend({
    count_to: z.coerce
      .number()
      .int()
      .min(100)
      .max(10_000)
      .optional()
      .describe('Count no further: a `total_count` of this much says that there are as many, or more'),
  })

/** `brand_id=1` and `brand_id[]=1&brand_id[]=4` as one list; undefined when neither was sent. */
export function mergeIdParams(one: number[] | undefined, many: number[] | undefined): number[] | undefined {
  return one || many ? [...(one ?? []), ...(many ?? [])] : undefined
}

const Uuids = z.union([z.uuid().transform((id) => [id]), z.array(z.uuid()).max(100)])
/** Only rows with these ids, where ids are UUIDs. */
export const uuidFilter = { id: Uuids.optional(), 'id[]': Uuids.optional() }

/** `id` and `id[]` as one list; undefined when neither was sent. */
export const mergeIdFilters = <Id>(query: {
  id?: Id[] | undefined
  'id[]'?: Id[] | undefined
}): Id[] | undefined =>
  query.id || query['id[]'] ? [...(query.id ?? []), ...(query['id[]'] ?? [])] : undefined

/** Filters a list without pages by the requested ids. */
export function filterRequestedRows<Id extends number | string, Row extends { id: Id }>(
  rows: readonly Row[],
  query: { id?: Id[] | undefined; 'id[]'?: Id[] | undefined },
): Row[] {
  const ids = mergeIdFilters(query)
  return rows.filter(({ id }) => ids === undefined || ids.includes(id))
}

/** Converts a list's query for the service. */
export function toListPage<Column extends string>(query: {
  page: number
  page_size: number
  sort?: Column | `-${Column}` | undefined
  count_to?: number | undefined
  id?: number[] | undefined
  'id[]'?: number[] | undefined
}): ListPage {
  const { sort } = query
  return {
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
    sort: sort ? { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : undefined,
    countTo: query.count_to,
    ids: mergeIdFilters(query),
  }
}

/** The pagination of a reply. A list without rows still has its first page. */
export function listMeta(query: { page: number; page_size: number }, totalCount: number): ListMeta {
  return {
    pagination: {
      current_page: query.page,
      total_pages: Math.max(1, Math.ceil(totalCount / query.page_size)),
      total_count: totalCount,
      page_size: query.page_size,
    },
  }
}

/** The path of one row. */
export const IdParams = z.object({ id: z.string().max(20) })
/** The page for finding a single row. */
export const ONE_ROW_PAGE: ListPage = { limit: 1, offset: 0 }

/** The id of a path as a list; empty when it is not a valid id. */
export const parsePathIds = (text: string): number[] => [findId(text) ?? []].flat()

/**
 * A path's id as a number; undefined when it is not a valid id and nothing can be at that address.
 */
export function findId(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
