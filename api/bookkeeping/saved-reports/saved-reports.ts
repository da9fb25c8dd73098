import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type z } from 'zod'
import { type FieldErrors } from '#contract/errors.ts'
import { reportGroups } from '#contract/report.ts'
import {
  MOST_SAVED_REPORTS,
  type SavedReport,
  type SavedReportChange,
  type SavedReportRequest,
} from '#contract/saved-report.ts'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/refused-statement.ts'
import { savedReportRecipients, savedReports } from '../../db/schema/saved-reports.ts'
import { type ApiDeps } from '../../deps.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { readShopZone } from '../reports/report-span.ts'
import { listRecipients } from './list-recipients.ts'
import { findLastDue } from './mail-time.ts'

type Row = typeof savedReports.$inferSelect
type Deps = Pick<ApiDeps, 'database'>
type Fields = z.output<typeof SavedReportRequest>['saved_report']
type Change = z.output<typeof SavedReportChange>['saved_report']
type Refused = { ok: false; reason: 'invalid'; fields: FieldErrors }
type Saved = { ok: true; report: SavedReport } | Refused
type Changed =
  | Saved
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'saved_report_changed'; report: SavedReport }

const refused = (fields: FieldErrors): Refused => ({ ok: false, reason: 'invalid', fields })
const NAME_TAKEN = refused({ name: ['There is a report of this name already'] })
const TOO_MANY = refused({
  name: [`There are ${String(MOST_SAVED_REPORTS)} saved reports already. Delete one first`],
})
const NAME_KEY = 'saved_reports_name_idx'

/** All saved reports, or the one with an id, by name. */
export async function listSavedReports(db: DbOrTx, id?: number): Promise<SavedReport[]> {
  const rows = await db
    .select()
    .from(savedReports)
    .where(id === undefined ? undefined : eq(savedReports.id, id))
    .orderBy(asc(sql`lower(${savedReports.name})`))
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const recipients = await db
    .select()
    .from(savedReportRecipients)
    .where(inArray(savedReportRecipients.savedReportId, ids))
    .orderBy(asc(savedReportRecipients.userId))
  return rows.map((row) => present(row, recipients))
}

function present(row: Row, recipients: readonly (typeof savedReportRecipients.$inferSelect)[]): SavedReport {
  const { id, name, report, by, span, version, mailedFor, mailedAt } = row
  const own = recipients.filter(({ savedReportId }) => savedReportId === id)
  return {
    id,
    name,
    report,
    by,
    span,
    recipient_ids: own.map(({ userId }) => userId),
    version,
    mailed_for: mailedAt === null ? null : mailedFor,
  }
}

/** Keeps a report under a name. Its first mail leaves on the next Monday. */
export async function saveReport(deps: Deps, fields: Fields, by: AuditBy): Promise<Saved> {
  const { db, query } = deps.database
  const problems = await findProblems(db, fields)
  if (problems) return problems
  const mailedFor = findLastDue(by.at, await readShopZone(query))
  return withoutSameName(() =>
    db.transaction(async (tx): Promise<Saved> => {
      if ((await tx.$count(savedReports)) >= MOST_SAVED_REPORTS) return TOO_MANY
      const { recipient_ids: recipients, ...columns } = fields
      const [row] = await tx
        .insert(savedReports)
        .values({ ...columns, mailedFor, createdAt: by.at })
        .returning()
      if (!row) throw new Error('The report was not written')
      await writeRecipients(tx, row.id, recipients)
      await writeAudit(tx, by, { resource: 'saved_reports', id: row.id, after: fields })
      return { ok: true, report: await requireSaved(tx, row.id) }
    }),
  )
}

/** Changes a saved report, if nobody has changed it since the caller read it. */
export async function changeSavedReport(
  deps: Deps,
  id: number,
  change: Change,
  by: AuditBy,
): Promise<Changed> {
  const { db } = deps.database
  const { version, ...fields } = change
  return withoutSameName(() =>
    db.transaction(async (tx): Promise<Changed> => {
      await tx.select({ id: savedReports.id }).from(savedReports).where(eq(savedReports.id, id)).for('update')
      const [before] = await listSavedReports(tx, id)
      if (!before) return { ok: false, reason: 'not_found' }
      if (before.version !== version) return { ok: false, reason: 'saved_report_changed', report: before }
      // Who was chosen before and has no role any more stays, without mails.
      const problems = await findProblems(tx, fields, before.recipient_ids)
      if (problems) return problems
      const { recipient_ids: recipients, ...columns } = fields
      await tx
        .update(savedReports)
        .set({ ...columns, version: version + 1 })
        .where(eq(savedReports.id, id))
      await tx.delete(savedReportRecipients).where(eq(savedReportRecipients.savedReportId, id))
      await writeRecipients(tx, id, recipients)
      const after = await requireSaved(tx, id)
      await writeAudit(tx, by, {
        resource: 'saved_reports',
        id,
        before: audited(before),
        after: audited(after),
      })
      return { ok: true, report: after }
    }),
  )
}

/** @returns false when there is no such report */
export const removeSavedReport = (deps: Deps, id: number, by: AuditBy): Promise<boolean> =>
  deps.database.db.transaction(async (tx) => {
    const [before] = await listSavedReports(tx, id)
    if (!before) return false
    await tx.delete(savedReports).where(eq(savedReports.id, id))
    await writeAudit(tx, by, { resource: 'saved_reports', id, before: audited(before) })
    return true
  })

/** Ends a report's mails to the caller. @returns false when they get none of it */
export const stopReportMails = (deps: Deps, id: number, by: AuditBy): Promise<boolean> =>
  deps.database.db.transaction(async (tx) => {
    await tx.select({ id: savedReports.id }).from(savedReports).where(eq(savedReports.id, id)).for('update')
    const [before] = await listSavedReports(tx, id)
    if (!before?.recipient_ids.includes(by.userId)) return false
    const own = eq(savedReportRecipients.userId, by.userId)
    await tx.delete(savedReportRecipients).where(and(eq(savedReportRecipients.savedReportId, id), own))
    await tx
      .update(savedReports)
      .set({ version: before.version + 1 })
      .where(eq(savedReports.id, id))
    const after = { recipient_ids: before.recipient_ids.filter((userId) => userId !== by.userId) }
    await writeAudit(tx, by, {
      resource: 'saved_reports',
      id,
      before: { recipient_ids: before.recipient_ids },
      after,
    })
    return true
  })

const audited = ({ name, report, by, span, recipient_ids }: SavedReport) => ({
  name,
  report,
  by,
  span,
  recipient_ids,
})

async function requireSaved(tx: Tx, id: number): Promise<SavedReport> {
  const [saved] = await listSavedReports(tx, id)
  if (!saved) throw new Error(`The saved report ${String(id)} is gone`)
  return saved
}

async function writeRecipients(tx: Tx, savedReportId: number, ids: readonly number[]): Promise<void> {
  const rows = [...new Set(ids)].map((userId) => ({ savedReportId, userId }))
  if (rows.length > 0) await tx.insert(savedReportRecipients).values(rows)
}

/**
 * Reports go to nobody but staff.
 * @param known who gets it already
 */
async function findProblems(
  db: DbOrTx,
  { report, by, recipient_ids: ids }: Fields,
  known: readonly number[] = [],
): Promise<Refused | undefined> {
  const groups: readonly string[] = reportGroups[report]
  if (!groups.includes(by)) return refused({ by: ['This report cannot be had that way'] })
  const allowed = new Set((await listRecipients(db)).map(({ id }) => id))
  return ids.every((id) => allowed.has(id) || known.includes(id))
    ? undefined
    : refused({ recipient_ids: ['Only staff who work here may get reports'] })
}

/** Two people may give the same name at once; the index then refuses the second. */
async function withoutSameName<Result>(write: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, NAME_KEY)) return NAME_TAKEN
    throw error
  }
}
