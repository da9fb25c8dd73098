import { and, eq, isNull } from 'drizzle-orm'
import { type DayClosing } from '#contract/day-closing.ts'
import { dayClosings } from '../db/schema/day-closings.ts'
import { type ApiDeps } from '../deps.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { instantsOf, readShopZone } from './reports/report-span.ts'
import { countDay, isBalanced } from './count-day.ts'
import { findOpenDrawers, readClosing, getDaySpan } from './read-day.ts'

export type DayClosed =
  | { ok: true; closing: DayClosing }
  | { ok: false; reason: 'day_not_begun' | 'books_unbalanced' | 'drawers_open' | 'day_closed' }

/**
 * Closes a day and stores its figures. A day can be closed once it has begun; later postings are
 * shown beside the stored figures. A day whose ledger does not balance cannot be closed, and
 * drawers that are not counted need a note.
 */
export async function closeDay(
  deps: ApiDeps,
  { day, note }: { day: string; note: string },
  by: AuditBy,
): Promise<DayClosed> {
  const { database } = deps
  const span = getDaySpan(day, await readShopZone(database.query))
  const [begins, ends] = instantsOf(span)
  if (by.at < begins) return { ok: false, reason: 'day_not_begun' }
  if (note === '' && (await findOpenDrawers(database.db, ends)).length > 0)
    return { ok: false, reason: 'drawers_open' }
  const reports = await countDay(deps, span)
  if (!isBalanced(reports)) return { ok: false, reason: 'books_unbalanced' }
  const id = await database.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(dayClosings)
      .values({ day, note, reports, closedBy: by.userId, closedAt: by.at })
      .onConflictDoNothing()
      .returning({ id: dayClosings.id })
    if (made) await writeAudit(tx, by, { resource: 'day_closings', id: made.id, after: { day, note } })
    return made?.id
  })
  if (id === undefined) return { ok: false, reason: 'day_closed' }
  return { ok: true, closing: await readClosing(database.db, id) }
}

export type DayReopened =
  { ok: true; closing: DayClosing } | { ok: false; reason: 'not_found' | 'day_reopened' }

/** Withdraws a closing, so that the day can be closed again. The closing and its figures stay. */
export async function reopenDay(
  { database: { db } }: ApiDeps,
  { id, reason }: { id: number; reason: string },
  by: AuditBy,
): Promise<DayReopened> {
  const done = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(dayClosings)
      .set({ reopenedBy: by.userId, reopenedAt: by.at, reopenReason: reason })
      .where(and(eq(dayClosings.id, id), isNull(dayClosings.reopenedAt)))
      .returning({ day: dayClosings.day })
    if (row)
      await writeAudit(tx, by, {
        resource: 'day_closings',
        id,
        before: { reopened: null },
        after: { reopened: reason },
      })
    return row !== undefined
  })
  if (done) return { ok: true, closing: await readClosing(db, id) }
  const count = await db.$count(dayClosings, eq(dayClosings.id, id))
  return { ok: false, reason: count === 0 ? 'not_found' : 'day_reopened' }
}
