import { hash } from '@node-rs/argon2'
import { and, eq, isNull } from 'drizzle-orm'
import { accountTokens, sessions, users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { dropUnprovenCards } from '../cards/forget-customer.ts'
import { findAccountToken } from './find-account-token.ts'

/**
 * Sets a password with a mailed link. The link came out of the mailbox, so the mailbox is theirs; everyone signed in
 * with an earlier password is signed out. Every other link of this kind dies with it. Guest sessions stay: they reach
 * only what they made, and one of them may be the buyer's own open page.
 */
export async function setPassword(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  { token, email, password }: { token: string; email: string; password: string },
): Promise<{ ok: true } | { ok: false; reason: 'reset_token_invalid' }> {
  const now = deps.clock.now()
  const { db } = deps.database
  // Looked up before hashing, so that a made-up token costs the service nothing.
  const found = await findAccountToken(db, { token, email, purpose: 'set_password', now })
  if (!found) return { ok: false, reason: 'reset_token_invalid' }
  const passwordHash = await hash(password)

  return db.transaction(async (tx) => {
    const spent = await tx
      .update(accountTokens)
      .set({ usedAt: now })
      .where(and(eq(accountTokens.id, found.id), isNull(accountTokens.usedAt)))
      .returning({ id: accountTokens.id })
    if (spent.length === 0) return { ok: false, reason: 'reset_token_invalid' } as const
    await dropUnprovenCards(tx, found.userId, now)
    await tx.update(users).set({ passwordHash, emailProvenAt: now }).where(eq(users.id, found.userId))
    await tx
      .update(accountTokens)
      .set({ usedAt: now })
      .where(
        and(
          eq(accountTokens.userId, found.userId),
          eq(accountTokens.purpose, 'set_password'),
          isNull(accountTokens.usedAt),
        ),
      )
    await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(
        and(eq(sessions.userId, found.userId), eq(sessions.scope, 'customer'), isNull(sessions.revokedAt)),
      )
    return { ok: true } as const
  })
}
