import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { creditBalances } from '../db/schema/tenders.ts'

/** A user's account credit in cents. The caller checks who may see or use it. */
export async function readCredit(db: DbOrTx, userId: number, lock = false): Promise<number> {
  const query = db
    .select({ cents: creditBalances.balanceCents })
    .from(creditBalances)
    .where(eq(creditBalances.userId, userId))
  const [found] = await (lock ? query.for('update') : query)
  return found?.cents ?? 0
}
