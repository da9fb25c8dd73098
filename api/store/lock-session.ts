import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { sessions } from '../db/schema/people.ts'

/** One order at a time for a session, so that the same form sent twice at once finds its twin. */
export async function lockSession(tx: Tx, sessionId: string) {
  const [session] = await tx
    .select({ scope: sessions.scope })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('update')
  if (!session) throw new Error('Seats are held by no session')
  return session
}
