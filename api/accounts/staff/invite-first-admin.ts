import { eq } from 'drizzle-orm'
import { userRoles } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { writeAudit } from '../../store/write-audit.ts'
import { findOrCreateUser } from '../register-guest.ts'
import { mailInvitation } from './invite-staff.ts'
import { listStaff } from './list-staff.ts'
import { ADMIN, lockRoles } from './lock-admins.ts'

type Invited = { ok: true; link: string } | { ok: false; reason: 'has_admin' | 'other_account' }

/**
 * Makes somebody the first admin of a shop and mails how to begin; only whoever can write to the
 * database may call it. Once an admin has accepted, admins invite all others. Until then it may be called
 * again, for the same address or another one, whose predecessor loses the role.
 */
export async function inviteFirstAdmin(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'jobs'>,
  email: string,
  now: Date,
): Promise<Invited> {
  return deps.database.db.transaction(async (tx): Promise<Invited> => {
    await lockRoles(tx)
    const admins = (await listStaff(tx)).filter(({ role_ids }) => role_ids.includes(ADMIN))
    if (admins.some(({ joined }) => joined)) return { ok: false, reason: 'has_admin' }
    const user = await findOrCreateUser(tx, { email: email.toLowerCase(), tagList: [] }, now)
    if (user.mergedIntoId !== null) return { ok: false, reason: 'other_account' }
    await tx.delete(userRoles).where(eq(userRoles.roleId, ADMIN))
    await tx.insert(userRoles).values({ userId: user.id, roleId: ADMIN })
    const page = `${deps.settings.publicUrl}/account/password-confirm`
    const link = await mailInvitation(tx, deps, { user, page }, now)
    await writeAudit(
      tx,
      { userId: user.id, at: now },
      {
        resource: 'users',
        id: user.id,
        before: { role_ids: [], invited: false },
        after: { role_ids: [ADMIN], invited: true },
      },
    )
    return { ok: true, link }
  })
}
