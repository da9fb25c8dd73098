import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { roles, userRoles, users } from '../../db/schema/people.ts'

const fullName = sql<string>`coalesce(
  nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.email})`

/** Whoever may read reports and so get them mailed: staff and admins who are not suspended. */
export const mayReadReports = () =>
  and(
    inArray(roles.name, ['staff', 'admin']),
    isNull(users.suspendedAt),
    isNull(users.erasedAt),
    isNull(users.mergedIntoId),
  )

/** Everybody who may get a report, by name. */
export const listRecipients = (db: DbOrTx): Promise<{ id: number; name: string }[]> =>
  db
    .selectDistinct({ id: users.id, name: fullName })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(mayReadReports())
    .orderBy(fullName, users.id)
