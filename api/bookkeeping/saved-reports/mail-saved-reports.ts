import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { brands } from '../../db/schema/brands.ts'
import { roles, userRoles, users } from '../../db/schema/people.ts'
import { savedReportRecipients, savedReports } from '../../db/schema/saved-reports.ts'
import { type ApiDeps } from '../../deps.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { readShopZone } from '../reports/report-span.ts'
import { mayReadReports } from './list-recipients.ts'
import { findLastDue } from './mail-time.ts'

/**
 * Queues the mails of the saved reports that are due, each report in one transaction with the Monday
 * that it was mailed for: a killed job goes on where it stopped, two at once queue each mail once, and
 * a clock that is set back queues none again. What was due while the shop was down leaves later in
 * the same week, and no Monday is made up for after the next.
 */
export async function mailSavedReports(deps: ApiDeps): Promise<void> {
  const { db, query } = deps.database
  const now = deps.clock.now()
  const monday = findLastDue(now, await readShopZone(query))
  while (await db.transaction((tx) => queueNext(tx, deps, { monday, now })));
}

async function queueNext(
  tx: Tx,
  deps: ApiDeps,
  { monday, now }: { monday: string; now: Date },
): Promise<boolean> {
  const [due] = await tx
    .select({ id: savedReports.id })
    .from(savedReports)
    .where(lt(savedReports.mailedFor, monday))
    .orderBy(asc(savedReports.id))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!due) return false
  const recipients = await tx
    .selectDistinct({ userId: users.id, to: users.email })
    .from(savedReportRecipients)
    .innerJoin(users, eq(users.id, savedReportRecipients.userId))
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(and(eq(savedReportRecipients.savedReportId, due.id), mayReadReports()))
  const [brand] = await tx.select({ id: brands.id }).from(brands).orderBy(asc(brands.id)).limit(1)
  if (!brand) return false
  for (const { userId, to } of recipients) {
    const eventKey = `saved_report:${String(due.id)}:${monday}:${String(userId)}`
    const mail = { kind: 'saved_report' as const, eventKey, brandId: brand.id, subjectId: due.id, userId, to }
    await queueMail(tx, mail, now, deps)
  }
  const mailedAt = recipients.length > 0 ? now : sql`${savedReports.mailedAt}`
  await tx.update(savedReports).set({ mailedFor: monday, mailedAt }).where(eq(savedReports.id, due.id))
  return true
}
