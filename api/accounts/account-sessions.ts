import { and, desc, eq, gt, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { type AccountSession } from '#contract/account.ts'
import { type DbOrTx } from '../db/client.ts'
import { secondFactors, sessions } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'

/** Guest sessions with the account's e-mail are not listed, because anybody can type an e-mail. */
const ofAccount = (userId: number) =>
  and(eq(sessions.userId, userId), eq(sessions.scope, 'customer'), isNull(sessions.revokedAt))

/** Not the sessions of log-ins that still wait for the second factor: they open nothing. */
const isOpened = (db: DbOrTx, userId: number) =>
  or(
    isNotNull(sessions.secondFactorAt),
    notExists(
      db
        .select({ one: sql`1` })
        .from(secondFactors)
        .where(
          and(
            eq(secondFactors.userId, userId),
            eq(secondFactors.atLogIn, true),
            isNotNull(secondFactors.confirmedAt),
          ),
        ),
    ),
  )

/** The account's sessions, the last used first. */
export async function listAccountSessions(
  db: DbOrTx,
  { userId, sessionId }: SignedInCaller,
  now: Date,
): Promise<AccountSession[]> {
  const lastSeen = sql`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`
  const rows = await db
    .select()
    .from(sessions)
    .where(and(ofAccount(userId), isOpened(db, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(lastSeen), desc(sessions.id))
    .limit(100)
  return rows.map(({ id, device, createdAt, lastSeenAt }) => ({
    id,
    device,
    created_at: createdAt.toISOString(),
    last_seen_at: (lastSeenAt ?? createdAt).toISOString(),
    current: id === sessionId,
  }))
}

/** Ends one session of the account; the session of another account is not found. */
export async function endAccountSession(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  { userId }: SignedInCaller,
  id: string,
): Promise<{ ok: true } | { ok: false; reason: 'not_found' }> {
  const ended = await deps.database.db
    .update(sessions)
    .set({ revokedAt: deps.clock.now() })
    .where(and(ofAccount(userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return ended.length > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}

/** Ends all sessions of the account, the caller's too. */
export async function endAllSessions(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  { userId }: SignedInCaller,
): Promise<void> {
  await deps.database.db.update(sessions).set({ revokedAt: deps.clock.now() }).where(ofAccount(userId))
}
