import { eq, sql } from 'drizzle-orm'
import { type OrderFields } from '#contract/order.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { sessions, users } from '../db/schema/people.ts'
import { statement } from '../db/statement.ts'
import { isStaff, type SignedInCaller } from '../http/http.ts'
import { createWalkInEmail } from '../store/walk-in-email.ts'
import { type Buyer, type FoundBuyer, type NewCustomer } from '../store/orders/buyer.ts'

/**
 * Finds the customer of an order and the place of sale. The token decides; only staff may name
 * another customer or the counter. A guest's phone is the one typed in this session and never the
 * account's. It writes nothing, so a refused order leaves no account behind.
 */
export async function findBuyer(
  db: DbOrTx,
  caller: SignedInCaller,
  fields: Pick<OrderFields, 'user_id' | 'channel' | 'customer'>,
  networkKey: string | null,
): Promise<FoundBuyer | undefined> {
  const staff = isStaff(caller)
  const { channel, customer } = staff ? fields : {}
  const { sessionId } = caller
  const guest = caller.kind === 'guest'
  const common = {
    sessionId,
    networkKey,
    actor: guest ? `session:${sessionId}` : `user:${String(caller.userId)}`,
  }
  const known = customer?.email === undefined ? undefined : await findByEmail(db, customer.email)
  if (staff && fields.user_id == null && customer && known === undefined) {
    const { email, full_name: fullName = '', phone } = customer
    return {
      ...common,
      userId: undefined,
      channel: channel ?? 'counter',
      email: email?.toLowerCase() ?? createWalkInEmail(),
      fullName,
      phone: phone || null,
    }
  }
  const wanted = staff ? (fields.user_id ?? known) : undefined
  const userId = wanted ?? caller.userId
  const [found] = await selectBuyer(db, { userId, sessionId })
  if (!found) return undefined
  return {
    ...common,
    // An order for a merged account belongs to the kept account and is mailed to the typed address.
    userId: found.user.mergedIntoId ?? userId,
    channel: channel ?? (userId === caller.userId ? 'web' : 'counter'),
    email: found.user.email,
    phone: guest ? found.typedPhone : customer?.phone || found.user.phone,
  }
}

const selectBuyer = statement((db) =>
  db
    .select({ user: users, typedPhone: sessions.phone })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql.placeholder('userId')))
    .where(eq(sessions.id, sql.placeholder('sessionId'))),
)

/**
 * Returns a new customer as an account, created in the transaction that writes the order. An e-mail
 * typed by staff never changes an existing account; a new one gets the typed name.
 */
export async function createBuyer(tx: Tx, buyer: NewCustomer, now: Date): Promise<Buyer> {
  const { fullName, ...rest } = buyer
  const { email, phone } = buyer
  const [first, ...others] = fullName.split(/\s+/).filter(Boolean)
  const row = { email, firstName: first ?? null, lastName: others.join(' ') || null, phone, createdAt: now }
  await tx.insert(users).values(row).onConflictDoNothing({ target: users.email })
  const userId = await findByEmail(tx, email)
  if (userId === undefined) throw new Error('A customer was made and cannot be found')
  return { ...rest, userId }
}

/** The account with this e-mail, if there is one. */
export async function findByEmail(db: DbOrTx, email: string): Promise<number | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()))
  return user?.id
}
