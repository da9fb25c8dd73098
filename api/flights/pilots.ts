import { asc, eq, sql } from 'drizzle-orm'
import { roles, userRoles, users } from '../db/schema/people.ts'
import { statement } from '../db/statement.ts'

/** A person's name, or the e-mail address of somebody without one. */
export const fullName = sql<string>`coalesce(
  nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.email})`

/** Everybody who can be assigned to a flight. */
export const selectPilots = statement((db) =>
  db
    .select({ id: users.id, name: fullName })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(roles.name, 'pilot'))
    .orderBy(asc(users.id)),
)
