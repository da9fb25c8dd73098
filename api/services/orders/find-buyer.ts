import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { sessions, users } from '../../db/schema/people.ts'
import { type SignedInCaller } from '../../http.ts'
import { type Buyer } from './write-order.ts'

/**
 * For whom an order is. The token says it; only staff may name somebody else. A guest's phone is the one typed in this
 * session, never the account's.
 */
export async function findBuyer(
  db: DbOrTx,
  caller: SignedInCaller,
  wantedUserId: number | null | undefined,
  networkKey: string | null,
): Promise<Buyer | undefined> {
  const staff = caller.roles.includes('staff') || caller.roles.includes('admin')
  const userId = staff ? (wantedUserId ?? caller.userId) : caller.userId
  const [found] = await db
    .select({ user: users, typedPhone: sessions.phone })
    .from(sessions)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(sessions.id, caller.sessionId))
  if (!found) return undefined
  const { sessionId } = caller
  const guest = caller.kind === 'guest'
  return {
    userId,
    sessionId,
    networkKey,
    email: found.user.email,
    phone: guest ? found.typedPhone : found.user.phone,
    actor: guest ? `session:${sessionId}` : `user:${String(caller.userId)}`,
  }
}
