import { and, eq, isNull } from 'drizzle-orm'
import { sessions } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'

/** Ends one session: its tokens are refused from now on. */
export async function signOut(deps: Pick<ApiDeps, 'database' | 'clock'>, sessionId: string): Promise<void> {
  await deps.database.db
    .update(sessions)
    .set({ revokedAt: deps.clock.now() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
}
