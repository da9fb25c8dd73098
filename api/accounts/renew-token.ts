import { eq } from 'drizzle-orm'
import { sessions } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { signToken } from '../access/authenticate.ts'

/** Makes a new token for the same session, so what the session made stays accessible. */
export async function renewToken(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock'>,
  sessionId: string,
): Promise<{ ok: true; jwt: string } | { ok: false; reason: 'unauthorized' }> {
  const [session] = await deps.database.db
    .update(sessions)
    .set({ lastSeenAt: deps.clock.now() })
    .where(eq(sessions.id, sessionId))
    .returning()
  if (!session) return { ok: false, reason: 'unauthorized' }
  const { userId, scope, expiresAt } = session
  return {
    ok: true,
    jwt: signToken(deps, { sessionId, userId, scope, expiresAt, now: deps.clock.now() }),
  }
}
