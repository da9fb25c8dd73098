import { getTableColumns, type SQL } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type FieldErrors } from '#contract/errors.ts'
import { type Field } from '#contract/resources/field.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'
import { type Db, type DbOrTx, type Tx } from '../db/client.ts'
import { type RoleName, type SignedInCaller } from '../http/http.ts'
import { type Catalogue } from '../store/catalogue/load-catalogue.ts'

/** A row by the names of its table's columns; a linked list of ids (or texts) by its wire name. */
export type Row = Readonly<Record<string, unknown>>
/** Values by their names on the wire. */
export type Wire = Readonly<Record<string, unknown>>

/**
 * A list of the row that stands in a table of its own: `own` names the row, `other` what is linked.
 */
export interface Link {
  table: PgTable
  own: PgColumn
  other: PgColumn
}

/** Something that keeps a row from being removed: `orders`, and how many of them. */
export interface Use {
  what: string
  count: (db: DbOrTx, id: number) => Promise<number>
}

export interface Writer {
  userId: number
  roles: readonly RoleName[]
  now: Date
  requestId?: string | undefined
  /** The key that does it. */
  apiKeyId?: number | undefined
}

export type Method = 'list' | 'read' | 'create' | 'change' | 'remove'

export type Refusal =
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  /** 409 with a sentence. */
  | { ok: false; reason: 'conflict'; error: string }
  /** 412: it is no longer what the caller read. */
  | { ok: false; reason: 'changed_meanwhile' }
  | { ok: false; reason: 'forbidden'; error: string }

/** Everything `/v1` needs to list, read, make, change and remove one kind of thing. */
export interface Resource {
  shape: ResourceShape
  table: PgTable
  /**
   * The calls there are. A method that stands in `refused` is answered with its sentence instead.
   */
  methods: readonly Method[]
  refused?: Partial<Record<Method, string>>
  /** Rows of the remembered catalogue: read without a query, in its order. */
  remembered?: (catalogue: Catalogue) => readonly object[]
  /** The column that is the row's `id` on the wire, where it is not the table's own. */
  idColumn?: string
  /** Where a column is not called as the wire calls it. */
  columns?: Readonly<Record<string, string>>
  /** A field that is not one column: how it reads, and which columns it sets. */
  mapped?: Readonly<Record<string, { read: (row: Row) => unknown; set?: (value: unknown) => Row }>>
  links?: Readonly<Record<string, Link>>
  /** What a list of them is sorted by where a field is not one column of the table. */
  sorts?: Readonly<Record<string, SQL>>
  /**
   * What a call that makes one may leave out, as far as it follows from the rest; what was sent
   * stays.
   */
  defaults?: (db: Tx, sent: Wire, by: Writer) => Promise<Wire> | Wire
  /** What rows are told with that no column of theirs says; a query for all of them. */
  enrich?: (db: DbOrTx, rows: readonly Row[]) => Promise<Row[]>
  /**
   * Whether a row is in the list that an id of this name asks for, where the row itself does not
   * say.
   */
  idFilters?: Readonly<Record<string, (catalogue: Catalogue, row: Row, ids: readonly number[]) => boolean>>
  /** Columns that nobody sends: who wrote it, and when. */
  stamp?: { create?: (by: Writer) => Row; change?: (by: Writer) => Row }
  /**
   * Fields that somebody may have erased: the audit log says that they changed, and not what they
   * are.
   */
  unaudited?: readonly string[]
  uses?: readonly Use[]
  /** What is locked before the row that is to be changed. */
  lockFirst?: (tx: Tx, id: number, by: Writer, sent: Wire) => Promise<void>
  /** Rules over several fields, on the row as it would be; `before` is missing for a new one. */
  check?: (
    row: Row,
    context: { db: Tx; by: Writer; before: Row | undefined; sent: Wire },
  ) => Promise<Refusal | undefined> | Refusal | undefined
  /** Columns that follow from others of the row as it would be, new or changed. */
  derive?: (row: Row) => Row
  /** Columns that follow from what was sent, of a row that may be so. */
  deriveFromSent?: (tx: Tx, before: Row, sent: Wire) => Promise<Row>
  /** What else happens in the transaction of a write. */
  after?: (written: {
    db: Tx
    by: Writer
    before: Row | undefined
    row: Row | undefined
    id: number
  }) => Promise<void>
  /** Which rows are the caller's own. */
  ownRows?: (db: Db, caller: SignedInCaller) => Promise<SQL | undefined>
  /**
   * Which rows are a brand's; a key of one brand reaches those alone, and nothing where this is
   * missing.
   */
  brandRows?: (brandId: number) => SQL
}

export const declareResource = (resource: Resource): Resource => resource

export const invalid = (fields: FieldErrors): Refusal => ({ ok: false, reason: 'invalid', fields })
export const conflict = (error: string): Refusal => ({ ok: false, reason: 'conflict', error })

/** The columns among these that a write would change. */
export const listChangedColumns = (row: Row, before: Row, columns: readonly string[]) =>
  columns.filter((column) => (row[column] ?? null) !== (before[column] ?? null))

/**
 * What sold orders may be given back follows these columns at once: a change of them is an admin's.
 */
export const refundTerms = (
  row: Row,
  { by, before }: { by: Writer; before: Row | undefined },
  columns: readonly string[],
): Refusal | undefined =>
  before && listChangedColumns(row, before, columns).length > 0 && !by.roles.includes('admin')
    ? {
        ok: false,
        reason: 'forbidden',
        error: 'What buyers may have back applies to sold orders too. Please ask an admin to change it.',
      }
    : undefined

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The table's column for a field, by its name in the table's declaration. */
export function columnName(resource: Resource, name: string, field: Field): string {
  const named = resource.columns?.[name]
  if (named !== undefined) return named
  if (field.kind === 'dollars') return `${camel(name)}Cents`
  if (field.kind === 'percent') return `${camel(name)}Bps`
  return camel(name)
}

/** @throws Error when a declaration names a column that the table does not have */
export function getColumn(resource: Resource, name: string, field: Field): PgColumn {
  const column = getTableColumns(resource.table)[columnName(resource, name, field)]
  if (!column) throw new Error(`${resource.shape.plural} has no column for ${name}`)
  return column
}

/** @throws Error when the table has no `id` */
export function idColumn(resource: Resource): PgColumn {
  const column = getTableColumns(resource.table)[resource.idColumn ?? 'id']
  if (!column) throw new Error(`${resource.shape.plural} has no id`)
  return column
}

/**
 * The fields that a list can be sorted by: every one that is a single value and stands in a column,
 * or for one.
 */
export const sortedFields = (resource: Resource): string[] => [
  'id',
  ...Object.entries(resource.shape.fields).flatMap(([name, { kind }]) =>
    ['ids', 'texts', 'shape'].includes(kind) || !(isColumn(resource, name) || resource.sorts?.[name])
      ? []
      : [name],
  ),
]

/** Whether a field stands in a column of the row's own table. */
export const isColumn = (resource: Resource, name: string): boolean =>
  !(name in (resource.mapped ?? {})) && !(name in (resource.links ?? {}))
