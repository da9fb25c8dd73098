import { eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { sessions } from '../db/schema/people.ts'
import { statement } from '../db/statement.ts'

const selectForUpdate = statement((db) =>
  db
    .select({ scope: sessions.scope })
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .for('update'),
)

/** Serialises the orders of a session, so that a form sent twice at once finds its first order. */
export async function lockSession(tx: Tx, sessionId: string) {
  const [session] = await selectForUpdate(tx, { sessionId })
  if (!session) throw new Error('Seats are held by no session')
  return session
}
