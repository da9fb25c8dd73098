import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { userRoles, users } from '../../db/schema/people.ts'

/** The class of the advisory lock on changes of roles. */
const ROLES_LOCK = 7203119
/** The role that gives roles. */
export const ADMIN = 1

/** Changes of roles wait for each other. */
export const lockRoles = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${ROLES_LOCK}, 0)`)

/**
 * Serialises changes of roles. The caller's own admin role is checked again after the wait, so of
 * two admins who remove each other's role only one succeeds. Nobody can change their own role, so
 * one admin always remains.
 *
 * @returns whether the caller is an admin now
 */
export async function lockAdmins(tx: Tx, callerId: number): Promise<boolean> {
  await lockRoles(tx)
  const [admin] = await tx
    .select({ id: users.id })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.roleId, ADMIN), eq(users.id, callerId), isNull(users.suspendedAt)))
  return admin !== undefined
}
