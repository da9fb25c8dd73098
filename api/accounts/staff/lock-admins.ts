import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { userRoles, users } from '../../db/schema/people.ts'

/** Class of the advisory lock on who may do what. */
const ROLES_LOCK = 7203119
const ADMIN = 1

/**
 * Who changes what people may do waits here for whoever else does. An admin who was one when the
 * call came in may be none any more: of two who take each other's role away, one does. Nobody
 * touches themselves, so an admin always stays.
 *
 * @returns whether the caller is an admin now
 */
export async function lockAdmins(tx: Tx, callerId: number): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ROLES_LOCK}, 0)`)
  const [admin] = await tx
    .select({ id: users.id })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.roleId, ADMIN), eq(users.id, callerId), isNull(users.suspendedAt)))
  return admin !== undefined
}
