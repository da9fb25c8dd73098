import { and, eq } from 'drizzle-orm'
import { type SavedReport } from '#contract/saved-report.ts'
import { roles, userRoles, users } from '../../db/schema/people.ts'
import { savedReportRecipients, savedReports } from '../../db/schema/saved-reports.ts'
import { type ApiDeps } from '../../deps.ts'
import { toLocalDate } from '../../rules/time/local-time.ts'
import { declareMail, type MailRow, subjectIdOf } from '../../store/mails/queue-mail.ts'
import { readShopZone } from '../reports/report-span.ts'
import { readReport } from '../reports/read-report.ts'
import { daysOfSpan } from '../rules/saved-span.ts'
import { mayReadReports } from './list-recipients.ts'
import { listSavedReports } from './saved-reports.ts'
import { type ReportMail, writeReportMail } from './write-report-mail.ts'

/** To staff: a report that they chose to get each Monday. Who may not read it any more gets none. */
export const savedReportMail = declareMail({
  kind: 'saved_report',
  about: savedReports,
  recipient: 'staff',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readDueReport,
  compose: (read, brand) => writeReportMail(placeReport(read, brand.origin), brand),
})

export type SavedReportRead = Omit<ReportMail, 'page' | 'table'> & { saved: SavedReport }

/** Adds the pages of a report to it. */
export function placeReport({ saved, ...read }: SavedReportRead, origin: string): ReportMail {
  const { name, by, from, to } = read.report
  const query = new URLSearchParams({ name, by, from, to }).toString()
  return {
    ...read,
    page: `${origin}/staff/reports/saved/${String(saved.id)}`,
    table: `${origin}/staff/reports/tables?${query}`,
  }
}

/** The report with the days that it has at an instant. */
export async function readSavedReport(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  saved: SavedReport,
  at: Date,
): Promise<SavedReportRead> {
  const today = toLocalDate(at, await readShopZone(deps.database.query))
  const days = daysOfSpan(saved.span, today)
  const answer = await readReport(deps, { name: saved.report, by: saved.by, ...days })
  if (!answer.ok) throw new Error(`The saved report ${String(saved.id)} is refused: ${answer.reason}`)
  return { saved, name: saved.name, report: answer.report }
}

/** Undefined when the report is gone, or its recipient gets it no more or may not read it any more. */
async function readDueReport(deps: ApiDeps, mail: MailRow): Promise<SavedReportRead | undefined> {
  const { db } = deps.database
  const id = subjectIdOf(mail)
  const [recipient] = await db
    .select({ id: users.id })
    .from(savedReportRecipients)
    .innerJoin(users, eq(users.id, savedReportRecipients.userId))
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(
      and(
        eq(savedReportRecipients.savedReportId, id),
        eq(savedReportRecipients.userId, mail.userId ?? 0),
        eq(users.email, mail.to),
        mayReadReports(),
      ),
    )
    .limit(1)
  if (!recipient) return undefined
  const [saved] = await listSavedReports(db, id)
  // A mail that leaves late has the days of the week in which it was due.
  return saved && readSavedReport(deps, saved, mail.createdAt)
}
