import { verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'

/**
 * Whether this is the account's password. It is asked again before steps that somebody with an open
 * browser must not take.
 */
export async function isCurrentPassword(db: DbOrTx, userId: number, password: string): Promise<boolean> {
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
  return user?.hash ? verify(user.hash, password) : false
}
