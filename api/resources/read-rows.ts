import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type Field } from '#contract/resources/field.ts'
import { type Db, type DbOrTx } from '../db/client.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { countRows } from '../http/count-rows.ts'
import { type ListPage, paginateRows } from '../http/list-page.ts'
import { sortable } from '../http/sort-rows.ts'
import { presentRow } from './present-row.ts'
import { columnName, getColumn, idColumn, type Link, type Resource, type Row, type Wire } from './resource.ts'

/** The filters of a list: `id` and the fields that are declared as filters, by their wire names. */
export type RowFilter = Readonly<Record<string, readonly unknown[]>>

/** The periods that a list is filtered by, by the fields' wire names; the end is exclusive. */
export type RowSpans = Readonly<Record<string, { from: Date | undefined; until: Date | undefined }>>

export interface RowQuery {
  filter: RowFilter
  /** Cached resources have no periods. */
  spans?: RowSpans
  page: ListPage
  /** Restricts the list to the caller's own rows. */
  own?: SQL | undefined
}

/** Reads a page of matching rows in a fixed number of queries. */
export async function listRows(
  db: Db,
  resource: Resource,
  query: RowQuery,
): Promise<{ rows: ({ id: number } & Wire)[]; totalCount: number }> {
  const found = resource.remembered
    ? await listCachedRows(db, resource, query)
    : await listStoredRows(db, resource, query)
  return { rows: found.rows.map((row) => presentRow(resource, row)), totalCount: found.totalCount }
}

async function listCachedRows(db: Db, resource: Resource, { filter, page }: RowQuery) {
  const catalogue = await readCatalogue(db)
  const all: Row[] = (resource.remembered?.(catalogue) ?? []).map((row) => ({ ...row }))
  const matching = all.filter((row) =>
    Object.entries(filter).every(([name, wanted]) => {
      const idFilter = resource.idFilters?.[name]
      if (idFilter) return idFilter(catalogue, row, wanted.map(Number))
      const field = resource.shape.fields[name]
      const value = row[field ? columnName(resource, name, field) : name]
      return wanted.includes(value) || (value === null && field?.nullable === true && field.kind === 'id')
    }),
  )
  const sort = page.sort && resource.shape.fields[page.sort.column]
  const column = page.sort && sort ? columnName(resource, page.sort.column, sort) : 'id'
  return paginateRows(matching, page, page.sort ? { [page.sort.column]: (row) => sortable(row[column]) } : {})
}

async function listStoredRows(db: Db, resource: Resource, { filter, spans = {}, page, own }: RowQuery) {
  const id = idColumn(resource)
  const where = and(
    own,
    ...Object.entries(filter).map(([name, wanted]) => toCondition(resource, name, wanted)),
    ...Object.entries(spans).map(([name, span]) => within(resource, name, span)),
  )
  const sorted = page.sort && resource.shape.fields[page.sort.column]
  const direction = page.sort?.descending ? desc : asc
  const [rows, totalCount] = await Promise.all([
    db
      .select()
      .from(resource.table)
      .where(where)
      .orderBy(
        ...(page.sort && sorted ? [direction(sortOf(resource, page.sort.column, sorted))] : []),
        page.sort ? direction(id) : asc(id),
      )
      .limit(page.limit)
      .offset(page.offset),
    countRows(db, resource.table, where, page.countTo),
  ])
  return { rows: await withLinks(db, resource, rows), totalCount }
}

const sortOf = (resource: Resource, name: string, field: Field): PgColumn | SQL =>
  resource.sorts?.[name] ?? getColumn(resource, name, field)

function toCondition(resource: Resource, name: string, wanted: readonly unknown[]): SQL | undefined {
  const field = resource.shape.fields[name]
  const column = field ? getColumn(resource, name, field) : idColumn(resource)
  const among = inArray(column, [...wanted])
  // A row without a brand belongs to every brand.
  return field?.kind === 'id' && field.to === 'brands' && field.nullable ? or(among, isNull(column)) : among
}

function within(resource: Resource, name: string, { from, until }: RowSpans[string]): SQL | undefined {
  const field = resource.shape.fields[name]
  if (!field) return undefined
  const column = getColumn(resource, name, field)
  return and(from && gte(column, from), until && lt(column, until))
}

/** Adds the linked lists to rows, by wire name. */
export async function withLinks(db: DbOrTx, resource: Resource, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row['id'])
  const [known, linked] = await Promise.all([
    resource.enrich?.(db, rows) ?? [...rows],
    Promise.all(
      Object.entries(resource.links ?? {}).map(
        async ([name, link]) => [name, await readLink(db, link, ids)] as const,
      ),
    ),
  ])
  if (linked.length === 0) return known
  return known.map((row) => ({
    ...row,
    ...Object.fromEntries(
      linked.map(([name, pairs]) => [
        name,
        pairs.filter(({ own }) => own === row['id']).map(({ other }) => other),
      ]),
    ),
  }))
}

const readLink = async (db: DbOrTx, { table, own, other }: Link, ids: unknown[]) =>
  db.select({ own, other }).from(table).where(inArray(own, ids)).orderBy(asc(other))

/** Reads one row with its linked lists; undefined when there is none. */
export async function findRow(
  db: DbOrTx,
  resource: Resource,
  id: number,
  { lock = false, own }: { lock?: boolean; own?: SQL | undefined } = {},
): Promise<Row | undefined> {
  const matching = db
    .select()
    .from(resource.table)
    .where(and(own, eq(idColumn(resource), id)))
  const rows: Row[] = await (lock ? matching.for('update') : matching)
  return (await withLinks(db, resource, rows))[0]
}
