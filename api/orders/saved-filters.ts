import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { MOST_SAVED_FILTERS, type SavedFilter } from '#contract/saved-filter.ts'
import { type Db, type DbOrTx, type Tx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { savedFilters } from '../db/schema/saved-filters.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'

type Row = typeof savedFilters.$inferSelect
type Saved =
  | { ok: true; filter: SavedFilter }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

const refuseName = (sentence: string): Saved => ({
  ok: false,
  reason: 'invalid',
  fields: { name: [sentence] },
})
const NAME_TAKEN = 'You have a filter of this name already'
const TOO_MANY = `You keep ${String(MOST_SAVED_FILTERS)} filters already. Delete one first`

const present = ({ id, name, filter }: Row): SavedFilter => ({ id, name, filter })

/** The filters of a person, in the order in which they were saved. */
export async function listSavedFilters(db: DbOrTx, userId: number): Promise<SavedFilter[]> {
  const rows = await db
    .select()
    .from(savedFilters)
    .where(eq(savedFilters.userId, userId))
    .orderBy(asc(savedFilters.id))
  return rows.map(present)
}

/** A filter of the caller; those of others count as missing. */
export async function findSavedFilter(
  db: DbOrTx,
  id: number,
  userId: number,
): Promise<SavedFilter | undefined> {
  const [row] = await db.select().from(savedFilters).where(isOwn(id, userId))
  return row && present(row)
}

const isOwn = (id: number, userId: number) => and(eq(savedFilters.id, id), eq(savedFilters.userId, userId))

/** Keeps a filter under a name. */
export async function saveFilter(
  db: Db,
  { name, filter }: Pick<SavedFilter, 'name' | 'filter'>,
  by: AuditBy,
): Promise<Saved> {
  const { userId } = by
  return db.transaction(async (tx) => {
    await lockOwner(tx, userId)
    if (await isTaken(tx, userId, name)) return refuseName(NAME_TAKEN)
    if ((await tx.$count(savedFilters, eq(savedFilters.userId, userId))) >= MOST_SAVED_FILTERS)
      return refuseName(TOO_MANY)
    const [row] = await tx.insert(savedFilters).values({ userId, name, filter, createdAt: by.at }).returning()
    if (!row) throw new Error('The filter was not written')
    await writeAudit(tx, by, { resource: 'saved_filters', id: row.id, after: { name, filter } })
    return { ok: true, filter: present(row) }
  })
}

/** Gives a filter of the caller another name. */
export async function renameFilter(
  db: Db,
  id: number,
  name: string | undefined,
  by: AuditBy,
): Promise<Saved> {
  return db.transaction(async (tx) => {
    await lockOwner(tx, by.userId)
    const found = await findSavedFilter(tx, id, by.userId)
    if (!found) return { ok: false, reason: 'not_found' }
    if (name === undefined) return { ok: true, filter: found }
    if (await isTaken(tx, by.userId, name, id)) return refuseName(NAME_TAKEN)
    await tx.update(savedFilters).set({ name }).where(eq(savedFilters.id, id))
    const [before, after] = [{ name: found.name }, { name }]
    await writeAudit(tx, by, { resource: 'saved_filters', id, before, after })
    return { ok: true, filter: { ...found, name } }
  })
}

/** @returns false when the caller has no such filter */
export async function removeFilter(db: Db, id: number, by: AuditBy): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx.delete(savedFilters).where(isOwn(id, by.userId)).returning()
    if (!row) return false
    const before = { name: row.name, filter: row.filter }
    await writeAudit(tx, by, { resource: 'saved_filters', id, before })
    return true
  })
}

/** Two requests of one person at once must not pass the limit together. */
const lockOwner = (tx: Tx, userId: number) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')

async function isTaken(tx: Tx, userId: number, name: string, except = 0): Promise<boolean> {
  const same = and(
    eq(savedFilters.userId, userId),
    eq(sql`lower(${savedFilters.name})`, sql`lower(${name})`),
    ne(savedFilters.id, except),
  )
  return (await tx.$count(savedFilters, same)) > 0
}
