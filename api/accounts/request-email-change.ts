import { eq } from 'drizzle-orm'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { isCurrentPassword } from './confirm-password.ts'
import { LINK_LIFETIME, mailAccountLink, sentEnoughLinks } from './mail-account-link.ts'

type Refused =
  'foreign_redirect_uri' | 'own_password_wrong' | 'change_unproven' | 'email_unchanged' | 'too_many_links'

/**
 * Mails a link to the account's future address; nothing changes before it is opened there. The
 * answer is the same when somebody else has that address, which only its mail reveals. An account
 * with an unproven e-mail is refused, because guest orders with that e-mail would move along to
 * somebody who only registered it.
 */
export async function requestEmailChange(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock' | 'jobs'>,
  caller: SignedInCaller,
  input: { email: string; password: string; redirectUri?: string | undefined },
): Promise<{ ok: true } | { ok: false; reason: Refused }> {
  const { db } = deps.database
  const page = input.redirectUri ?? `${deps.settings.publicUrl}/account/prove-email`
  if (!(await isOwnShopUrl(db, deps.settings, page))) return { ok: false, reason: 'foreign_redirect_uri' }
  if (!caller.emailProven) return { ok: false, reason: 'change_unproven' }
  if (!(await isCurrentPassword(db, caller.userId, input.password))) {
    return { ok: false, reason: 'own_password_wrong' }
  }
  const now = deps.clock.now()
  const newEmail = input.email.toLowerCase()
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, caller.userId)).for('update')
    if (!user || user.email === newEmail) return { ok: false, reason: 'email_unchanged' } as const
    if (await sentEnoughLinks(tx, user.id, 'change_email', now)) {
      return { ok: false, reason: 'too_many_links' } as const
    }
    const purpose = 'change_email'
    await mailAccountLink(
      tx,
      deps,
      { user, purpose, kind: purpose, page, lifetimeMs: LINK_LIFETIME, newEmail },
      now,
    )
    return { ok: true } as const
  })
}
