import { hash } from '@node-rs/argon2'
import { and, eq, isNull } from 'drizzle-orm'
import { accountTokens, sessions, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { isBreachedPassword } from '../gateways/breached-passwords.ts'
import { dropUnprovenCards } from '../payments/cards/erase-provider-customer.ts'
import { markAddressReachable } from '../store/mails/mail-bounces.ts'
import { dropUnprovenTextConsents } from '../store/texts/account-text-consent.ts'
import { endAccountLinks } from './end-account-links.ts'
import { findAccountToken } from './find-account-token.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'

/**
 * Sets a password with a mailed link, which also confirms the e-mail. All sessions of the account
 * and all its other links end. Guest sessions continue: they reach only what they made, and one may
 * be the buyer's own open page. If there was a password before, the account gets a mail.
 */
export async function setPassword(
  deps: Pick<ApiDeps, 'database' | 'clock' | 'settings' | 'jobs' | 'log'>,
  { token, email, password }: { token: string; email: string; password: string },
): Promise<{ ok: true } | { ok: false; reason: 'reset_token_invalid' | 'password_breached' }> {
  const now = deps.clock.now()
  const { db } = deps.database
  // This look-up comes before the expensive hashing, so that an invalid token costs little.
  const found = await findAccountToken(db, { token, email, purpose: 'set_password', now })
  if (!found) return { ok: false, reason: 'reset_token_invalid' }
  if (await isBreachedPassword(deps, password)) return { ok: false, reason: 'password_breached' }
  const passwordHash = await hash(password)

  return db.transaction(async (tx) => {
    const spent = await tx
      .update(accountTokens)
      .set({ usedAt: now })
      .where(and(eq(accountTokens.id, found.id), isNull(accountTokens.usedAt)))
      .returning({ id: accountTokens.id })
    if (spent.length === 0) return { ok: false, reason: 'reset_token_invalid' } as const
    await dropUnprovenCards(tx, found.userId, now)
    await dropUnprovenTextConsents(tx, found.userId)
    await tx.update(users).set({ passwordHash, emailProvenAt: now }).where(eq(users.id, found.userId))
    await markAddressReachable(tx, found.email, now)
    await endAccountLinks(tx, found.userId, now)
    await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(
        and(eq(sessions.userId, found.userId), eq(sessions.scope, 'customer'), isNull(sessions.revokedAt)),
      )
    if (found.hasPassword) {
      const { userId, email: to, shopOrigin } = found
      await mailPasswordChanged(tx, deps, { userId, to, change: `link:${String(found.id)}`, shopOrigin }, now)
    }
    return { ok: true } as const
  })
}
