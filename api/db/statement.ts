import {
  Column,
  type DriverValueDecoder,
  type ExtractTablesWithRelations,
  type GetColumnData,
  getTableName,
  is,
  Param,
  Placeholder,
  SQL,
  sql,
  Subquery,
} from 'drizzle-orm'
import {
  type PgColumn,
  type PgDatabase,
  type PgDialect,
  type PgQueryResultHKT,
  type PgSession,
  type PgTable,
  type PgTransaction,
  type SelectedFieldsOrdered,
} from 'drizzle-orm/pg-core'

type NoSchema = Record<string, never>
/**
 * The query builder outside a transaction. Do not use it inside one: the embedded database has a
 * single connection.
 */
export type Db = PgDatabase<PgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>
export type Tx = PgTransaction<PgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>
export type DbOrTx = Db | Tx

/** A query of the builder, not sent yet. */
interface Buildable<Result> extends PromiseLike<Result> {
  prepare(name: string): unknown
}

interface Prepared {
  params: unknown[]
  /** What a row has, in the order of its columns; undefined for statements without rows. */
  fields?: SelectedField[] | undefined
  joinsNotNullableMap?: Record<string, boolean> | undefined
  customResultMapper?: ((rows: unknown[][]) => unknown[]) | undefined
  execute(values: object): Promise<unknown>
}

type SelectedField = SelectedFieldsOrdered[number]

/** What the builder keeps of its connection; its types hide both. */
const sessionOf = (db: DbOrTx) => Reflect.get(db, 'session') as PgSession & { client: unknown }
const dialectOf = (db: DbOrTx) => Reflect.get(db, 'dialect') as PgDialect

/**
 * Makes a function that sends one statement, whose text the builder makes once and not for each
 * call. `sql.placeholder` stands where values go. The statement is on its way when the function
 * returns, so several of them reach the server in the order of their calls.
 */
export function statement<Values extends object, Result>(
  build: (db: DbOrTx) => Buildable<Result>,
): (db: DbOrTx, values: Values) => Promise<Result> {
  return buildOnce((db) => build(db).prepare('') as Prepared)
}

/** The same for SQL of our own; `Row` says what it returns, as the driver reads it. */
export function rawStatement<Values extends object, Row = never>(
  text: SQL | ((db: DbOrTx) => SQL),
): (db: DbOrTx, values: Values) => Promise<Row[]> {
  const send = buildOnce<Values, { rows: Row[] }>(
    (db) =>
      sessionOf(db).prepareQuery(
        dialectOf(db).sqlToQuery(typeof text === 'function' ? text(db) : text),
        undefined,
        undefined,
        false,
      ) as unknown as Prepared,
  )
  return (db, values) => send(db, values).then(({ rows }) => rows)
}

/** The text depends on the driver only; each call sends it on the connection of its transaction. */
function buildOnce<Values extends object, Result>(
  build: (db: DbOrTx) => Prepared,
): (db: DbOrTx, values: Values) => Promise<Result> {
  const built = new WeakMap<object, Prepared>()
  return (db, values) => {
    const session = sessionOf(db)
    let made = built.get(session.constructor)
    if (!made) {
      made = build(db)
      made.params = made.params.map(acceptNull)
      if (made.fields && !made.customResultMapper)
        made.customResultMapper = mapRows(made.fields, made.joinsNotNullableMap)
      built.set(session.constructor, made)
    }
    const here = Object.create(made, { client: { value: session.client } }) as Prepared
    return here.execute(values) as Promise<Result>
  }
}

/**
 * Reads rows as the builder does, but finds out once for a statement, not for each value of each row,
 * how a column is read and which objects are missing.
 *
 * @param present Tables that a row always has one of; the object of another is null when its first
 *   column is
 */
function mapRows(
  fields: readonly SelectedField[],
  present: Record<string, boolean> | undefined,
): (rows: unknown[][]) => unknown[] {
  const columns = fields.map(({ path, field }) => {
    const [outer = '', inner] = path
    return { outer, inner, decoder: decoderOf(field) }
  })
  const missable = present ? listMissable(fields, present) : []
  return (rows) =>
    rows.map((values) => {
      const row: Record<string, unknown> = {}
      columns.forEach(({ outer, inner, decoder }, index) => {
        const raw = values[index]
        const value = raw === null ? null : decoder.mapFromDriverValue(raw)
        if (inner === undefined) row[outer] = value
        else ((row[outer] ??= {}) as Record<string, unknown>)[inner] = value
      })
      for (const { name, first } of missable) if (values[first] === null) row[name] = null
      return row
    })
}

const decoderOf = (field: SelectedField['field']): DriverValueDecoder<unknown, unknown> => {
  if (is(field, Column)) return field
  const expression = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql
  return Reflect.get(expression, 'decoder') as DriverValueDecoder<unknown, unknown>
}

/** Objects of one table that a join may leave without a row, with the place of their first column. */
function listMissable(fields: readonly SelectedField[], present: Record<string, boolean>) {
  const found = new Map<string, { name: string; first: number; table: string | undefined }>()
  fields.forEach(({ path, field }, first) => {
    const [name = '', inner] = path
    if (inner === undefined || !is(field, Column)) return
    const table = getTableName(field.table)
    const known = found.get(name)
    if (!known) found.set(name, { name, first, table })
    else if (known.table !== table) known.table = undefined
  })
  return [...found.values()].filter(({ table }) => table !== undefined && present[table] !== true)
}

/** The builder would write a null that is given later as a value of the column's type. */
function acceptNull(param: unknown): unknown {
  if (!is(param, Param) || !is(param.value, Placeholder)) return param
  const { value, encoder } = param
  return new Param(value, {
    mapToDriverValue: (given: unknown) => (given === null ? null : encoder.mapToDriverValue(given)),
  })
}

/**
 * Waits for statements that were sent together. Of several failures the first in the order of sending
 * counts: in a transaction it is what made the others fail.
 */
export async function awaitInOrder<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason
  return Promise.all(work)
}

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
