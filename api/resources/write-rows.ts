import { isDeepStrictEqual } from 'node:util'
import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import { type PgTable } from 'drizzle-orm/pg-core'
import { isChangeable, readName } from '#contract/resources/resource-shape.ts'
import { rowTag } from '#contract/resources/row-tag.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { findReadOnlyProblems } from '../rules/fields/read-only-fields.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { writeAudit } from '../store/write-audit.ts'
import { explainRefusedRow } from './explain-refused-row.ts'
import { presentRow, toColumns } from './present-row.ts'
import { findRow, withLinks } from './read-rows.ts'
import {
  conflict,
  idColumn,
  type Refusal,
  type Resource,
  type Row,
  type Wire,
  type Writer,
} from './resource.ts'

type Deps = Pick<ApiDeps, 'database'>
export type WriteResult = { ok: true; row: { id: number } & Wire } | Refusal

const OUT_OF_REACH: Refusal = { ok: false, reason: 'forbidden', error: 'This is another brand’s.' }

/** Carries a refusal out of a transaction and rolls it back. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(readonly refusal: Refusal) {
    super('refused')
  }
}

/** Writes in a transaction and converts errors of rules and of the database to refusals. */
export async function writeResource<T>(
  deps: Deps,
  resource: Resource,
  work: (tx: Tx) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await retryDeadlocks(() => deps.database.db.transaction(work))
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    const refusal = explainRefusedRow(resource, error)
    if (refusal) return refusal
    throw error
  }
}

/** Creates a row, with a line in the audit log. */
export async function createRow(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  resource: Resource,
  sent: Wire,
  by: Writer & { own?: SQL | undefined },
): Promise<WriteResult> {
  const refused = await resource.prepare?.(deps, undefined, sent)
  return refused ?? writeResource(deps, resource, (tx) => createRowIn(tx, resource, sent, by))
}

/** Creates a row within the caller's transaction. @throws Refused when a rule refuses it */
export async function createRowIn(
  tx: Tx,
  resource: Resource,
  sent: Wire,
  by: Writer & { own?: SQL | undefined },
): Promise<WriteResult> {
  const given = { ...(await resource.defaults?.(tx, sent, by)), ...sent }
  const { values, links } = toColumns(resource, given)
  const made = { ...values, ...resource.stamp?.create?.(by) }
  await checkRow(resource, { ...defaults(links), ...made }, { db: tx, by, before: undefined, sent })
  const whole = { ...made, ...resource.derive?.(made) }
  const [inserted]: Row[] = await tx.insert(resource.table).values(whole).returning()
  if (!inserted) throw new Error('A row was written and is not there')
  return finishWrite(tx, resource, { row: inserted, links, by, before: undefined })
}

const defaults = (links: Map<string, unknown[]>): Row => Object.fromEntries(links)

type ChangeBy = Writer & { own?: SQL | undefined; ifMatch?: string | undefined }

/**
 * Changes the sent fields of a row, with a line in the audit log. With `ifMatch` the row must have
 * this tag.
 */
export async function changeRow(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  resource: Resource,
  id: number,
  sent: Wire,
  by: ChangeBy,
): Promise<WriteResult> {
  const refused = await resource.prepare?.(deps, id, sent)
  return refused ?? writeResource(deps, resource, (tx) => changeRowIn(tx, resource, id, sent, by))
}

/** Changes a row within the caller's transaction. @throws Refused when a rule refuses it */
export async function changeRowIn(
  tx: Tx,
  resource: Resource,
  id: number,
  sent: Wire,
  by: ChangeBy,
): Promise<WriteResult> {
  await resource.lockFirst?.(tx, id, by, sent)
  const before = await findRow(tx, resource, id, { lock: true, own: by.own })
  if (!before) return { ok: false, reason: 'not_found' } as const
  if (by.ifMatch !== undefined && by.ifMatch !== rowTag(resource.shape, presentRow(resource, before))) {
    return { ok: false, reason: 'changed_meanwhile' } as const
  }
  const { values: named, read } = splitReadValues(resource, sent)
  const changed = findChangedField(resource, before, { sent: named, read })
  if (changed) return changed
  const { open, others } = splitChange(resource, named)
  const readOnly = findReadOnlyProblems(others, presentRow(resource, before))
  if (readOnly) return { ok: false, reason: 'invalid', fields: readOnly } as const
  const { values, links } = toColumns(resource, open)
  const updates = { ...values, ...resource.stamp?.change?.(by) }
  await checkRow(resource, { ...before, ...defaults(links), ...updates }, { db: tx, by, before, sent: open })
  const derived = resource.derive?.({ ...before, ...updates })
  const changes = { ...updates, ...derived, ...(await resource.deriveFromSent?.(tx, before, open, by)) }
  const written: Row[] =
    Object.keys(changes).length === 0
      ? [before]
      : await tx
          .update(resource.table)
          .set(changes)
          .where(eq(idColumn(resource), id))
          .returning()
  const [row] = written
  if (!row) throw new Error('A row was locked and is not there')
  return finishWrite(tx, resource, { row, links, by, before })
}

/** Separates the values to write from those that the caller read before. */
function splitReadValues({ shape: { compared = [] } }: Resource, sent: Wire): { values: Wire; read: Wire } {
  const names = compared.map(readName)
  return {
    values: Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name))),
    read: Object.fromEntries(compared.map((name) => [name, sent[readName(name)]])),
  }
}

const CHANGED_FIELD = 'Somebody else changed this meanwhile. Look how it is now, and choose again.'

/** Refuses a field that has another value than the caller read, and another than the sent one. */
function findChangedField(
  resource: Resource,
  before: Row,
  { sent, read }: { sent: Wire; read: Wire },
): Refusal | undefined {
  const row = presentRow(resource, before)
  const field = Object.keys(read).find(
    (name) =>
      sent[name] !== undefined &&
      read[name] !== undefined &&
      !isDeepStrictEqual(row[name], read[name]) &&
      !isDeepStrictEqual(row[name], sent[name]),
  )
  return field === undefined
    ? undefined
    : { ok: false, reason: 'field_changed', error: CHANGED_FIELD, field, row }
}

/** Separates the fields that may be changed from those that must be unchanged. */
function splitChange({ shape }: Resource, sent: Wire): { open: Wire; others: Wire } {
  const isOpen = ([name]: [string, unknown]) => {
    const field = shape.fields[name]
    return field !== undefined && isChangeable(field)
  }
  const named = Object.entries(sent).filter(([, value]) => value !== undefined)
  return {
    open: Object.fromEntries(named.filter(isOpen)),
    others: Object.fromEntries(named.filter((entry) => !isOpen(entry))),
  }
}

/** Removes an unused row, with a line in the audit log. */
export async function removeRow(
  deps: Deps,
  resource: Resource,
  id: number,
  by: Writer & { own?: SQL | undefined },
): Promise<{ ok: true } | Refusal> {
  return writeResource(deps, resource, (tx) => removeRowIn(tx, resource, id, by))
}

/** Removes an unused row within the caller's transaction. */
export async function removeRowIn(
  tx: Tx,
  resource: Resource,
  id: number,
  by: Writer & { own?: SQL | undefined },
): Promise<{ ok: true } | Refusal> {
  const before = await findRow(tx, resource, id, { lock: true, own: by.own })
  if (!before) return { ok: false, reason: 'not_found' } as const
  const inUse = await describeUses(tx, resource, id)
  if (inUse !== undefined) return conflict(inUse)
  for (const { table, own } of Object.values(resource.links ?? {})) await tx.delete(table).where(eq(own, id))
  await tx.delete(resource.table).where(eq(idColumn(resource), id))
  await resource.after?.({ db: tx, by, before, row: undefined, id })
  await audit(tx, resource, by, { id, before })
  return { ok: true } as const
}

/** Describes what uses a row and keeps it from being removed; undefined when nothing does. */
export async function describeUses(db: DbOrTx, resource: Resource, id: number): Promise<string | undefined> {
  const counted: string[] = []
  for (const { what, count } of resource.uses ?? []) {
    const many = await count(db, id)
    if (many > 0) counted.push(`${String(many)} ${what}`)
  }
  if (counted.length === 0) return undefined
  return `This ${resource.shape.one} is in use and stays: ${counted.join(', ')}.`
}

async function checkRow(
  resource: Resource,
  row: Row,
  context: Parameters<NonNullable<Resource['check']>>[1],
): Promise<void> {
  const refusal = await resource.check?.(row, context)
  if (refusal) throw new Refused(refusal)
}

async function finishWrite(
  tx: Tx,
  resource: Resource,
  written: {
    row: Row
    links: Map<string, unknown[]>
    by: Writer & { own?: SQL | undefined }
    before: Row | undefined
  },
): Promise<WriteResult> {
  const { row, links, by, before } = written
  const id = Number(row['id'])
  // A created or changed row must stay within the caller's reach.
  if (by.own && !(await findRow(tx, resource, id, { own: by.own }))) throw new Refused(OUT_OF_REACH)
  for (const [name, values] of links) {
    const link = resource.links?.[name]
    if (!link) continue
    const key = (column: { name: string }) => keyOf(link.table, column)
    await tx.delete(link.table).where(eq(link.own, id))
    const rows = values.map((value) => ({ [key(link.own)]: id, [key(link.other)]: value }))
    if (rows.length > 0) await tx.insert(link.table).values(rows)
  }
  const [linked] = await withLinks(tx, resource, [row])
  const after = linked ?? row
  await resource.after?.({ db: tx, by, before, row: after, id })
  await audit(tx, resource, by, { id, before, after })
  return { ok: true, row: presentRow(resource, after) }
}

/** The property name of a column in its table's declaration. */
const keyOf = (table: PgTable, column: { name: string }): string =>
  Object.entries(getTableColumns(table)).find(([, one]) => one.name === column.name)?.[0] ?? column.name

async function audit(
  tx: Tx,
  resource: Resource,
  by: Writer,
  { id, before, after }: { id: number; before?: Row | undefined; after?: Row | undefined },
): Promise<void> {
  const auditValues = hidePersonalFields(
    resource,
    before && presentRow(resource, before),
    after && presentRow(resource, after),
  )
  await writeAudit(
    tx,
    { userId: by.userId, at: by.now, requestId: by.requestId, apiKeyId: by.apiKeyId },
    { resource: resource.shape.plural, id, ...auditValues },
  )
}

/**
 * Prepares two rows for the audit log, which is permanent: of personal fields it stores only
 * whether they changed.
 */
function hidePersonalFields({ unaudited = [] }: Resource, before: Wire | undefined, after: Wire | undefined) {
  const differs = (name: string) => !isDeepStrictEqual(before?.[name], after?.[name])
  const hide = (row: Wire | undefined, mark: string) =>
    row && { ...row, ...Object.fromEntries(unaudited.map((name) => [name, differs(name) ? mark : null])) }
  return { before: hide(before, 'not kept'), after: hide(after, 'changed') }
}
