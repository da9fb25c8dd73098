import { isDeepStrictEqual } from 'node:util'
import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import { type PgTable } from 'drizzle-orm/pg-core'
import { isChangeable } from '#contract/resources/resource-shape.ts'
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

/** A refusal on its way out of a transaction that must not stay. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(readonly refusal: Refusal) {
    super('refused')
  }
}

/** Writes in a transaction; what a rule or the database says no to is a refusal. */
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

/** Makes a row, with a line in the audit log. */
export async function createRow(
  deps: Deps,
  resource: Resource,
  sent: Wire,
  by: Writer & { own?: SQL | undefined },
): Promise<WriteResult> {
  return writeResource(deps, resource, (tx) => createRowIn(tx, resource, sent, by))
}

/** The same as a part of something larger. @throws Refused when a rule says no */
export async function createRowIn(
  tx: Tx,
  resource: Resource,
  sent: Wire,
  by: Writer & { own?: SQL | undefined },
): Promise<WriteResult> {
  const given = { ...(await resource.defaults?.(tx, sent, by)), ...sent }
  const { values, links } = toColumns(resource, given)
  const made = { ...values, ...resource.stamp?.create?.(by) }
  await refuseUnfit(resource, { ...defaults(links), ...made }, { db: tx, by, before: undefined, sent })
  const whole = { ...made, ...resource.derive?.(made) }
  const [inserted]: Row[] = await tx.insert(resource.table).values(whole).returning()
  if (!inserted) throw new Error('A row was written and is not there')
  return settle(tx, resource, { row: inserted, links, by, before: undefined })
}

const defaults = (links: Map<string, unknown[]>): Row => Object.fromEntries(links)

/**
 * Changes what was sent of a row, with a line in the audit log; with `ifMatch` only the row that
 * has this tag.
 */
export async function changeRow(
  deps: Deps,
  resource: Resource,
  id: number,
  sent: Wire,
  by: Writer & { own?: SQL | undefined; ifMatch?: string | undefined },
): Promise<WriteResult> {
  return writeResource(deps, resource, async (tx) => {
    await resource.lockFirst?.(tx, id, by, sent)
    const before = await findRow(tx, resource, id, { lock: true, own: by.own })
    if (!before) return { ok: false, reason: 'not_found' } as const
    if (by.ifMatch !== undefined && by.ifMatch !== rowTag(resource.shape, presentRow(resource, before))) {
      return { ok: false, reason: 'changed_meanwhile' } as const
    }
    const { open, others } = splitChange(resource, sent)
    const readOnly = findReadOnlyProblems(others, presentRow(resource, before))
    if (readOnly) return { ok: false, reason: 'invalid', fields: readOnly } as const
    const { values, links } = toColumns(resource, open)
    const asked = { ...values, ...resource.stamp?.change?.(by) }
    await refuseUnfit(
      resource,
      { ...before, ...defaults(links), ...asked },
      { db: tx, by, before, sent: open },
    )
    const derived = resource.derive?.({ ...before, ...asked })
    const changes = { ...asked, ...derived, ...(await resource.deriveFromSent?.(tx, before, open)) }
    const changed: Row[] =
      Object.keys(changes).length === 0
        ? [before]
        : await tx
            .update(resource.table)
            .set(changes)
            .where(eq(idColumn(resource), id))
            .returning()
    const [row] = changed
    if (!row) throw new Error('A row was locked and is not there')
    return settle(tx, resource, { row, links, by, before })
  })
}

/** What of a change may be set, and what must be as it is. */
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

/** Removes a row that nothing uses, with a line in the audit log. */
export async function removeRow(
  deps: Deps,
  resource: Resource,
  id: number,
  by: Writer & { own?: SQL | undefined },
): Promise<{ ok: true } | Refusal> {
  return writeResource(deps, resource, async (tx) => {
    const before = await findRow(tx, resource, id, { lock: true, own: by.own })
    if (!before) return { ok: false, reason: 'not_found' } as const
    const inUse = await describeUses(tx, resource, id)
    if (inUse !== undefined) return conflict(inUse)
    for (const { table, own } of Object.values(resource.links ?? {}))
      await tx.delete(table).where(eq(own, id))
    await tx.delete(resource.table).where(eq(idColumn(resource), id))
    await resource.after?.({ db: tx, by, before, row: undefined, id })
    await audit(tx, resource, by, { id, before })
    return { ok: true } as const
  })
}

/** Why a row stays: a sentence that names what uses it; undefined when nothing does. */
export async function describeUses(db: DbOrTx, resource: Resource, id: number): Promise<string | undefined> {
  const counted: string[] = []
  for (const { what, count } of resource.uses ?? []) {
    const many = await count(db, id)
    if (many > 0) counted.push(`${String(many)} ${what}`)
  }
  if (counted.length === 0) return undefined
  return `This ${resource.shape.one} is in use and stays: ${counted.join(', ')}.`
}

async function refuseUnfit(
  resource: Resource,
  row: Row,
  context: Parameters<NonNullable<Resource['check']>>[1],
): Promise<void> {
  const refusal = await resource.check?.(row, context)
  if (refusal) throw new Refused(refusal)
}

async function settle(
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
  // What is made or changed stays within reach of who does it.
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

/** A column by the name its table's declaration gives it. */
const keyOf = (table: PgTable, column: { name: string }): string =>
  Object.entries(getTableColumns(table)).find(([, one]) => one.name === column.name)?.[0] ?? column.name

async function audit(
  tx: Tx,
  resource: Resource,
  by: Writer,
  { id, before, after }: { id: number; before?: Row | undefined; after?: Row | undefined },
): Promise<void> {
  const told = withheld(
    resource,
    before && presentRow(resource, before),
    after && presentRow(resource, after),
  )
  await writeAudit(
    tx,
    { userId: by.userId, at: by.now, requestId: by.requestId, apiKeyId: by.apiKeyId },
    { resource: resource.shape.plural, id, ...told },
  )
}

/**
 * Two rows as the audit log may keep them for ever: of what somebody may have erased, only whether
 * it differs.
 */
function withheld({ unaudited = [] }: Resource, before: Wire | undefined, after: Wire | undefined) {
  const differs = (name: string) => !isDeepStrictEqual(before?.[name], after?.[name])
  const kept = (row: Wire | undefined, mark: string) =>
    row && { ...row, ...Object.fromEntries(unaudited.map((name) => [name, differs(name) ? mark : null])) }
  return { before: kept(before, 'not kept'), after: kept(after, 'changed') }
}
