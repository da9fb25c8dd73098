import { eq } from 'drizzle-orm'
import { type ApiDeps } from '../deps.ts'
import { users } from '../db/schema/people.ts'

/** The e-mail that an account logs in with. */
export async function findAccountEmail(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  userId: number,
): Promise<string | undefined> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return user?.email
}
