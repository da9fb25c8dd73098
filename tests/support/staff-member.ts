import { eq } from 'drizzle-orm'
import { sessions, userRoles } from '#api/db/schema/people.ts'
import { type ApiDeps } from '#api/deps.ts'
import { roles } from '#api/rules/access/roles.ts'
import { type Account, openAccount } from './give-tenders.ts'

/** Logs in a person with a role and a second factor. */
export async function openStaffMember(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  role: (typeof roles)[number]['name'] = 'staff',
): Promise<Account> {
  const { db } = deps.database
  const who = await openAccount(deps)
  const roleId = roles.find(({ name }) => name === role)?.id ?? 0
  await db.insert(userRoles).values({ userId: who.userId, roleId })
  await db.update(sessions).set({ secondFactorAt: deps.clock.now() }).where(eq(sessions.userId, who.userId))
  return who
}
