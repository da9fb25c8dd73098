import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { roles, userRoles, users } from '../../db/schema/people.ts'

const fullName = sql<string>`coalesce(
  nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.email})`

const isReader = inArray(roles.name, ['staff', 'admin'])
const isActive = and(isNull(users.suspendedAt), isNull(users.erasedAt), isNull(users.mergedIntoId))

/** Whoever may read reports and so get them mailed: staff and admins who are not suspended. */
export const mayReadReports = () => and(isReader, isActive)

/** Everybody who may get a report, by name. */
export async function listRecipients(db: DbOrTx): Promise<{ id: number; name: string }[]> {
  // The few ids first: joined to everybody, the accounts would be read one by one.
  const staff = await db
    .selectDistinct({ id: userRoles.userId })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(isReader)
  const ids = staff.map(({ id }) => id)
  return db
    .select({ id: users.id, name: fullName })
    .from(users)
    .where(and(inArray(users.id, ids), isActive))
    .orderBy(fullName, users.id)
}
