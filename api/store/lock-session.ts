import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { sessions } from '../db/schema/people.ts'

/** Serialises the orders of a session, so that a form sent twice at once finds its first order. */
export async function lockSession(tx: Tx, sessionId: string) {
  const [session] = await tx
    .select({ scope: sessions.scope })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('update')
  if (!session) throw new Error('Seats are held by no session')
  return session
}
