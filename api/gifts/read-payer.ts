import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type Payer } from './check-tenders.ts'

/**
 * Reads which mailed tenders a caller may use: none until their mailbox is proven, and none for
 * guests.
 */
export async function readPayer(db: DbOrTx, { kind, userId, emailProven }: SignedInCaller): Promise<Payer> {
  if (kind === 'guest' || !emailProven) return { provenEmail: null }
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return { provenEmail: user?.email ?? null }
}
