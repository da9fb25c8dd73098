import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { providerCustomers } from '../../db/schema/cards.ts'
import { users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'

/** An account's customer at the provider (`cus_…`), if any. */
export async function findCustomer(db: DbOrTx, userId: number): Promise<string | undefined> {
  const [found] = await db.select().from(providerCustomers).where(eq(providerCustomers.userId, userId))
  return found?.reference
}

export async function findCustomersUser(db: DbOrTx, reference: string): Promise<number | undefined> {
  const [found] = await db.select().from(providerCustomers).where(eq(providerCustomers.reference, reference))
  return found?.userId
}

/**
 * An account's customer at the provider, created when first needed. Of two created at once one is
 * kept; the other stays empty at the provider.
 * @throws the provider's error when it does not answer
 */
export async function ensureCustomer(
  deps: Pick<ApiDeps, 'database' | 'clock' | 'stripe'>,
  userId: number,
): Promise<string> {
  const { db } = deps.database
  const known = await findCustomer(db, userId)
  if (known !== undefined) return known
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw new Error(`There is no user ${String(userId)}`)
  const { id } = await deps.stripe.customers.create(
    { email: user.email, metadata: { user_id: String(userId) } },
    { idempotencyKey: `customer:${String(userId)}:${crypto.randomUUID()}` },
  )
  await db
    .insert(providerCustomers)
    .values({ userId, reference: id, createdAt: deps.clock.now() })
    .onConflictDoNothing()
  return (await findCustomer(db, userId)) ?? id
}
