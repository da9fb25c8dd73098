import { and, eq, isNull } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type StaffInvitation, type StaffMember } from '#contract/staff-member.ts'
import { type Tx } from '../../db/client.ts'
import { sessions, userRoles, users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { isOwnShopUrl } from '../../store/is-own-address.ts'
import { mailAccountLink, sentEnoughLinks } from '../mail-account-link.ts'
import { findOrCreateUser } from '../register-guest.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { listStaff } from './list-staff.ts'
import { lockAdmins } from './lock-admins.ts'

const DAY = 86_400_000
/** An invitation sent on a Friday still works on Monday. */
const INVITATION_LIFETIME = 4 * DAY

type Invited =
  | { ok: true; member: StaffMember }
  | { ok: false; reason: 'not_admin' | 'too_many_invitations' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

type UserRow = typeof users.$inferSelect
const refuse = (field: string, sentence: string): Invited => ({
  ok: false,
  reason: 'invalid',
  fields: { [field]: [sentence] },
})

/**
 * Gives somebody roles and mails a link to set a password, which confirms the e-mail; the app
 * follows (decision 062). Until both are done the roles have no effect. The owner of a confirmed
 * account with a password gets a notice instead of a link. Inviting again before the invitation is
 * accepted mails it again.
 */
export async function inviteStaff(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'jobs'>,
  input: StaffInvitation,
  by: AuditBy,
): Promise<Invited> {
  const { db } = deps.database
  const page = input.redirect_uri ?? `${deps.settings.publicUrl}/account/password-confirm`
  if (!(await isOwnShopUrl(db, deps.settings, page)))
    return refuse('redirect_uri', 'This is no address of ours')
  return db.transaction(async (tx): Promise<Invited> => {
    if (!(await lockAdmins(tx, by.userId))) return { ok: false, reason: 'not_admin' }
    const email = input.email.toLowerCase()
    const user = await findOrCreateUser(tx, { email, tagList: [] }, by.at)
    if (user.mergedIntoId !== null)
      return refuse('email', 'This address leads to another account. Please look it up among the customers.')
    const [before] = await listStaff(tx, user.id)
    if (before && (before.joined || before.suspended_at !== null))
      return refuse('email', 'This person has a role already')
    if (await sentEnoughLinks(tx, user.id, 'set_password', by.at))
      return { ok: false, reason: 'too_many_invitations' }
    await tx.delete(userRoles).where(eq(userRoles.userId, user.id))
    await tx
      .insert(userRoles)
      .values([...new Set(input.role_ids)].map((roleId) => ({ userId: user.id, roleId })))
    await tx
      .update(users)
      .set({
        firstName: user.firstName ?? (input.first_name || null),
        lastName: user.lastName ?? (input.last_name || null),
      })
      .where(eq(users.id, user.id))
    await mailInvitation(tx, deps, { user, page }, by.at)
    const [member] = await listStaff(tx, user.id)
    if (!member) throw new Error('A role was given and is not there')
    const line = {
      resource: 'users',
      id: user.id,
      before: { role_ids: before?.role_ids ?? [], invited: false },
      after: { role_ids: member.role_ids, invited: true },
    }
    await writeAudit(tx, by, line)
    return { ok: true, member }
  })
}

/**
 * Mails somebody with a role how to begin: a link to set a password, or a notice to whoever has one.
 * @returns the link of the mail
 */
export async function mailInvitation(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { user, page }: { user: UserRow; page: string },
  now: Date,
): Promise<string> {
  if (user.passwordHash !== null && user.emailProvenAt !== null) {
    const secret = new URL('/staff/sign-in', page).href
    const eventKey = `staff_invited:${String(user.id)}:${String(now.getTime())}`
    await queueMail(
      tx,
      { kind: 'staff_invited', eventKey, page, userId: user.id, to: user.email, secret },
      now,
      deps,
    )
    return secret
  }
  // Somebody who registered the address without proving it loses access, because the roles belong
  // to the owner of the mailbox.
  await tx.update(users).set({ passwordHash: null }).where(eq(users.id, user.id))
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, user.id), eq(sessions.scope, 'customer'), isNull(sessions.revokedAt)))
  const link = {
    purpose: 'set_password',
    kind: 'staff_invited',
    page,
    lifetimeMs: INVITATION_LIFETIME,
  } as const
  return mailAccountLink(tx, deps, { user, ...link }, now)
}
