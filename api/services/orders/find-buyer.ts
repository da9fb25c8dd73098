import { eq, sql } from 'drizzle-orm'
import { type OrderFields } from '#contract/order.ts'
import { type DbOrTx } from '../../db/client.ts'
import { sessions, users } from '../../db/schema/people.ts'
import { type SignedInCaller } from '../../http.ts'
import { type Buyer } from './write-order.ts'

/**
 * For whom an order is, and where it is sold. The token says it; only staff may name somebody else, or the counter. A guest's phone is the one typed in this
 * session, never the account's.
 */
export async function findBuyer(
  db: DbOrTx,
  caller: SignedInCaller,
  fields: Pick<OrderFields, 'user_id' | 'channel' | 'customer'>,
  networkKey: string | null,
): Promise<Buyer | undefined> {
  const staff = caller.roles.includes('staff') || caller.roles.includes('admin')
  const { channel, customer } = staff ? fields : {}
  const wanted = staff ? (fields.user_id ?? (customer && (await findCustomer(db, customer)))) : undefined
  const userId = wanted ?? caller.userId
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
    channel: channel ?? (userId === caller.userId ? 'web' : 'counter'),
    networkKey,
    email: found.user.email,
    phone: guest ? found.typedPhone : customer?.phone || found.user.phone,
    actor: guest ? `session:${sessionId}` : `user:${String(caller.userId)}`,
  }
}

/** Nobody's account changes because staff typed its e-mail; a new person has the name that was told. */
async function findCustomer(
  db: DbOrTx,
  { email, full_name: name = '', phone }: NonNullable<OrderFields['customer']>,
) {
  const [first, ...rest] = name.split(/\s+/).filter(Boolean)
  const told = { firstName: first ?? null, lastName: rest.join(' ') || null, phone: phone || null }
  const row = { email: email.toLowerCase(), ...told, createdAt: sql`now()` }
  await db.insert(users).values(row).onConflictDoNothing({ target: users.email })
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, row.email))
  return user?.id
}
