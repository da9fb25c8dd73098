import { getTableColumns, type SQL } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type FieldErrors } from '#contract/errors.ts'
import { type Field } from '#contract/resources/field.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'
import { type Db, type DbOrTx, type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { type RoleName, type SignedInCaller } from '../http/http.ts'
import { type Catalogue } from '../store/catalogue/read-catalogue.ts'

/** A row by the names of its table's columns; a linked list of ids (or texts) by its wire name. */
export type Row = Readonly<Record<string, unknown>>
/** Values by their names on the wire. */
export type Wire = Readonly<Record<string, unknown>>

/** A list that is stored in a link table: `own` refers to the row, `other` to what is linked. */
export interface Link {
  table: PgTable
  own: PgColumn
  other: PgColumn
}

/** Rows that keep a row from being removed: their description and their number. */
export interface Use {
  what: string
  count: (db: DbOrTx, id: number) => Promise<number>
}

export interface Writer {
  userId: number
  roles: readonly RoleName[]
  /** The limit that an admin set for this member of staff. */
  staffLimitCents?: number | null | undefined
  now: Date
  requestId?: string | undefined
  /** The API key of the caller. */
  apiKeyId?: number | undefined
}

export type Method = 'list' | 'read' | 'create' | 'change' | 'remove'

export type Refusal =
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  /** 409 with a sentence. */
  | { ok: false; reason: 'conflict'; error: string }
  /** 412: the row changed after the caller read it. */
  | { ok: false; reason: 'changed_meanwhile' }
  /** 409 with the present row: the field has another value than the caller read. */
  | { ok: false; reason: 'field_changed'; error: string; field: string; row: { id: number } & Wire }
  | { ok: false; reason: 'forbidden'; error: string }
  /** 403: above the limit of the writer; somebody else may approve it. */
  | { ok: false; reason: 'approval_needed'; error: string }

/** Declares everything `/v1` needs to list, read, create, change and remove one kind of row. */
export interface Resource {
  shape: ResourceShape
  table: PgTable
  /**
   * The calls of the resource. A method that is also in `refused` only answers with that message.
   */
  methods: readonly Method[]
  refused?: Partial<Record<Method, string>>
  /** A change with an `Idempotency-Key` runs once: phones repeat it after a lost answer. */
  changesOnce?: boolean
  /** Rows of the cached catalogue, read without a query and in its order. */
  remembered?: (catalogue: Catalogue) => readonly object[]
  /** The column for the row's `id` on the wire, if it is not the table's own. */
  idColumn?: string
  /** Columns whose name differs from the field's name on the wire. */
  columns?: Readonly<Record<string, string>>
  /** A field that is not one column: how it reads, and which columns it sets. */
  mapped?: Readonly<Record<string, { read: (row: Row) => unknown; set?: (value: unknown) => Row }>>
  links?: Readonly<Record<string, Link>>
  /** SQL to sort by for fields that are not a column of the table. */
  sorts?: Readonly<Record<string, SQL>>
  /**
   * Values for optional fields of a new row that follow from the others; sent values take
   * precedence.
   */
  defaults?: (db: Tx, sent: Wire, by: Writer) => Promise<Wire> | Wire
  /** Adds fields that are not columns of the table, with one query for all rows. */
  enrich?: (db: DbOrTx, rows: readonly Row[]) => Promise<Row[]>
  /** Filters by ids that are not in the row itself. */
  idFilters?: Readonly<Record<string, (catalogue: Catalogue, row: Row, ids: readonly number[]) => boolean>>
  /** Columns that the service sets: the writer and the time. */
  stamp?: { create?: (by: Writer) => Row; change?: (by: Writer) => Row }
  /**
   * Personal fields: the audit log records only that they changed, because they may have to be
   * erased.
   */
  unaudited?: readonly string[]
  uses?: readonly Use[]
  /** Work before the transaction of a write, which would hold its locks too long. */
  prepare?: (
    deps: Pick<ApiDeps, 'database' | 'clock'>,
    id: number | undefined,
    sent: Wire,
  ) => Promise<Refusal | undefined>
  /** Locks other rows before the row that is changed. */
  lockFirst?: (tx: Tx, id: number, by: Writer, sent: Wire) => Promise<void>
  /**
   * Checks rules across several fields on the row as it would be; `before` is missing for a new
   * row.
   */
  check?: (
    row: Row,
    context: { db: Tx; by: Writer; before: Row | undefined; sent: Wire },
  ) => Promise<Refusal | undefined> | Refusal | undefined
  /** Columns derived from others of the new or changed row. */
  derive?: (row: Row) => Row
  /** Columns derived from the sent fields, after `check` has passed. */
  deriveFromSent?: (tx: Tx, before: Row, sent: Wire, by: Writer) => Promise<Row>
  /** Further work in the transaction of a write. */
  after?: (written: {
    db: Tx
    by: Writer
    before: Row | undefined
    row: Row | undefined
    id: number
  }) => Promise<void>
  /** The condition for the caller's own rows. */
  ownRows?: (db: Db, caller: SignedInCaller) => Promise<SQL | undefined>
  /** The condition for a brand's rows. Without it a key of one brand reaches no rows. */
  brandRows?: (brandId: number) => SQL
}

export const declareResource = (resource: Resource): Resource => resource

export const invalid = (fields: FieldErrors): Refusal => ({ ok: false, reason: 'invalid', fields })
export const conflict = (error: string): Refusal => ({ ok: false, reason: 'conflict', error })

/** The given columns that a write would change. */
export const listChangedColumns = (row: Row, before: Row, columns: readonly string[]) =>
  columns.filter((column) => (row[column] ?? null) !== (before[column] ?? null))

/** Allows only admins to change these columns, because refunds of sold orders depend on them. */
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

/** The name of a field's column in the table's declaration. */
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
 * The fields that a list can be sorted by: single values that are a column or have SQL to sort by.
 */
export const sortedFields = (resource: Resource): string[] => [
  'id',
  ...Object.entries(resource.shape.fields).flatMap(([name, { kind }]) =>
    ['ids', 'texts', 'shape'].includes(kind) || !(isColumn(resource, name) || resource.sorts?.[name])
      ? []
      : [name],
  ),
]

/** True for fields that are a column of the row's own table. */
export const isColumn = (resource: Resource, name: string): boolean =>
  !(name in (resource.mapped ?? {})) && !(name in (resource.links ?? {}))
