import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { sessions, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { isBreachedPassword } from '../gateways/breached-passwords.ts'
import { type SignedInCaller } from '../http/http.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { isCurrentPassword } from './confirm-password.ts'
import { endAccountLinks } from './end-account-links.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'

/**
 * Changes the password with the old one. All other sessions end, and so do links that set a
 * password or change the e-mail. The account gets a mail.
 * @param change.redirectUri the page of the shop on which it is changed, whose brand sends the mail
 */
export async function changePassword(
  deps: Pick<ApiDeps, 'database' | 'clock' | 'settings' | 'jobs' | 'log'>,
  { userId, sessionId }: SignedInCaller,
  change: { oldPassword: string; password: string; redirectUri?: string | undefined },
): Promise<
  { ok: true } | { ok: false; reason: 'old_password_wrong' | 'foreign_redirect_uri' | 'password_breached' }
> {
  const { oldPassword, password, redirectUri = deps.settings.publicUrl } = change
  const { db } = deps.database
  if (!(await isOwnShopUrl(db, deps.settings, redirectUri)))
    return { ok: false, reason: 'foreign_redirect_uri' }
  if (!(await isCurrentPassword(db, userId, oldPassword))) return { ok: false, reason: 'old_password_wrong' }
  if (await isBreachedPassword(deps, password)) return { ok: false, reason: 'password_breached' }
  const passwordHash = await hash(password)
  const now = deps.clock.now()
  await db.transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(
        and(
          eq(sessions.userId, userId),
          eq(sessions.scope, 'customer'),
          ne(sessions.id, sessionId),
          isNull(sessions.revokedAt),
        ),
      )
    const [user] = await tx
      .update(users)
      .set({ passwordHash })
      .where(eq(users.id, userId))
      .returning({ email: users.email })
    // The link that proves the e-mail stays valid, because it does nothing without the account.
    await endAccountLinks(tx, userId, now, ['set_password', 'change_email'])
    if (!user) return
    const passwordChange = {
      userId,
      to: user.email,
      change: randomUUID(),
      shopOrigin: new URL(redirectUri).origin,
    }
    await mailPasswordChanged(tx, deps, passwordChange, now)
  })
  return { ok: true }
}
