import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { LINK_LIFETIME, mailAccountLink, sentEnoughLinks } from './mail-account-link.ts'

/** Rolls back the work done for an unknown address. */
class RollBack extends Error {}

/**
 * Mails a link to set a new password when the address has an account. For an unknown address the
 * answer and the work are the same: an account and its link are written and rolled back. So neither
 * the text nor the time of an answer reveals who has an account.
 */
export async function requestPasswordReset(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock' | 'jobs'>,
  input: { email: string; redirectUri?: string | undefined },
): Promise<{ ok: true } | { ok: false; reason: 'foreign_redirect_uri' }> {
  const { db } = deps.database
  const page = input.redirectUri ?? `${deps.settings.publicUrl}/account/password-confirm`
  if (!(await isOwnShopUrl(db, deps.settings, page))) return { ok: false, reason: 'foreign_redirect_uri' }
  const now = deps.clock.now()
  const email = input.email.toLowerCase()
  try {
    await db.transaction(async (tx) => {
      const known = await lockUser(tx, email)
      const user = known ?? (await insertDummyUser(tx, email, now))
      if (!(await sentEnoughLinks(tx, user.id, 'set_password', now))) {
        await mailAccountLink(
          tx,
          deps,
          { user, purpose: 'set_password', kind: 'reset_password', page, lifetimeMs: LINK_LIFETIME },
          now,
        )
      }
      if (!known) throw new RollBack()
    })
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
  }
  return { ok: true }
}

/**
 * Locks the account, so that concurrent requests are counted. For a merged account it is the kept
 * one, at that one's address.
 */
async function lockUser(tx: Tx, email: string) {
  const [known] = await tx.select({ kept: users.mergedIntoId }).from(users).where(eq(users.email, email))
  const [found] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(known?.kept ? eq(users.id, known.kept) : eq(users.email, email))
    .for('update')
  return found
}

async function insertDummyUser(tx: Tx, email: string, now: Date) {
  const [made] = await tx
    .insert(users)
    .values({ email, createdAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, email: users.email })
  // The account was registered at this moment; the next request finds it.
  if (!made) throw new RollBack()
  return made
}
