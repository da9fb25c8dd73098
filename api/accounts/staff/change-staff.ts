import { and, eq, isNull } from 'drizzle-orm'
import { type StaffMember } from '#contract/staff-member.ts'
import { type Tx } from '../../db/client.ts'
import { secondFactors, sessions, users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { listStaff } from './list-staff.ts'
import { lockAdmins } from './lock-admins.ts'

type Changed =
  | { ok: true; member: StaffMember }
  | { ok: false; reason: 'not_found' | 'not_admin' | 'staff_oneself' | 'factor_missing' }
type Deps = Pick<ApiDeps, 'database' | 'settings' | 'jobs'>

/**
 * Suspends a member of staff or ends the suspension. Suspending ends all sessions; the roles stay
 * for later.
 */
export function suspendStaff(deps: Deps, id: number, suspended: boolean, by: AuditBy): Promise<Changed> {
  return changeMember(deps, id, by, async (tx, before) => {
    const suspendedAt = suspended
      ? before.suspended_at === null
        ? by.at
        : new Date(before.suspended_at)
      : null
    await tx.update(users).set({ suspendedAt }).where(eq(users.id, id))
    if (suspended) await endSessions(tx, id, by.at)
    return undefined
  })
}

/**
 * Removes the second factor of somebody who lost the phone; the next sign-in sets up another app.
 * Because anybody with the password could then do that, all sessions end and the owner gets a mail.
 */
export function resetSecondFactor(deps: Deps, id: number, by: AuditBy): Promise<Changed> {
  return changeMember(deps, id, by, async (tx, before) => {
    if (!before.second_factor) return 'factor_missing'
    await tx.delete(secondFactors).where(eq(secondFactors.userId, id))
    await endSessions(tx, id, by.at)
    const secret = new URL('/staff/sign-in', deps.settings.publicUrl).href
    const eventKey = `second_factor_reset:${String(id)}:${String(by.at.getTime())}`
    await queueMail(
      tx,
      { kind: 'second_factor_reset', eventKey, page: secret, userId: id, to: before.email, secret },
      by.at,
      deps,
    )
    return undefined
  })
}

async function changeMember(
  deps: Deps,
  id: number,
  by: AuditBy,
  change: (tx: Tx, before: StaffMember) => Promise<'factor_missing' | undefined>,
): Promise<Changed> {
  return deps.database.db.transaction(async (tx): Promise<Changed> => {
    if (!(await lockAdmins(tx, by.userId))) return { ok: false, reason: 'not_admin' }
    if (id === by.userId) return { ok: false, reason: 'staff_oneself' }
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
    const [before] = await listStaff(tx, id)
    if (!before) return { ok: false, reason: 'not_found' }
    const reason = await change(tx, before)
    if (reason) return { ok: false, reason }
    const [member] = await listStaff(tx, id)
    if (!member) throw new Error('Somebody with a role was changed and is not there')
    const auditValues = ({ second_factor, suspended_at }: StaffMember) => ({ second_factor, suspended_at })
    await writeAudit(tx, by, {
      resource: 'users',
      id,
      before: auditValues(before),
      after: auditValues(member),
    })
    return { ok: true, member }
  })
}

const endSessions = (tx: Tx, userId: number, now: Date) =>
  tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), eq(sessions.scope, 'customer'), isNull(sessions.revokedAt)))
