import { eq } from 'drizzle-orm'
import { type User } from '#contract/people.ts'
import { users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { type SignedInCaller } from '../../http.ts'
import { readUser } from './read-user.ts'

/** Another name or phone of an account; orders keep what they were made with. */
export async function updateUser(
  deps: Pick<ApiDeps, 'database'>,
  caller: SignedInCaller,
  { first_name: firstName, last_name: lastName, phone }: Record<'first_name' | 'last_name' | 'phone', string>,
): Promise<{ ok: true; user: User } | { ok: false; reason: 'unauthorized' }> {
  await deps.database.db.update(users).set({ firstName, lastName, phone }).where(eq(users.id, caller.userId))
  return readUser(deps, caller)
}
