import { and, eq, isNull } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { sessions } from '../db/schema/people.ts'

/** Ends one session: its tokens are refused from now on. */
export async function revokeSession(db: DbOrTx, sessionId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
}
