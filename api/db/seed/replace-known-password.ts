import { hash, verify } from '@node-rs/argon2'
import { eq, inArray } from 'drizzle-orm'
import { type Db } from '../client.ts'
import { users } from '../schema/people.ts'
import { demoAgent, demoPeople } from './demo-people.ts'

/**
 * Replaces the publicly known password of demo accounts, because a demo shop may later be opened to
 * other people.
 *
 * @returns how many accounts were changed
 */
export async function replaceKnownPassword(
  db: Db,
  { known, wanted }: { known: string; wanted: string },
): Promise<number> {
  const emails = [...demoPeople, demoAgent].map((person) => person.email)
  const accounts = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(inArray(users.email, emails))
  let changed = 0
  for (const { id, passwordHash } of accounts) {
    if (!passwordHash || !(await verify(passwordHash, known))) continue
    await db
      .update(users)
      .set({ passwordHash: await hash(wanted) })
      .where(eq(users.id, id))
    changed += 1
  }
  return changed
}
