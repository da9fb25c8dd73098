import { asc, eq, inArray, max, sql } from 'drizzle-orm'
import { type StaffMember } from '#contract/staff-member.ts'
import { type DbOrTx } from '../../db/client.ts'
import { apiKeys } from '../../db/schema/integrations.ts'
import { secondFactors, sessions, userRoles, users } from '../../db/schema/people.ts'
import { toDollarsOrNull } from '../../rules/money/money.ts'

/** Everybody with a role, by name, in two queries. */
export async function listStaff(db: DbOrTx, id?: number): Promise<StaffMember[]> {
  // Few people have a role, so the roles are read first and then their people.
  const given = db
    .select({
      userId: userRoles.userId,
      roleIds: sql<number[]>`array_agg(${userRoles.roleId} order by ${userRoles.roleId})`.as('role_ids'),
    })
    .from(userRoles)
    .where(id === undefined ? undefined : eq(userRoles.userId, id))
    .groupBy(userRoles.userId)
    .as('given')
  const rows = await db
    .select({
      user: users,
      roleIds: given.roleIds,
      factorAt: secondFactors.confirmedAt,
      keys: sql<number>`(select count(*)::int from ${apiKeys} where ${apiKeys.createdBy} = ${users.id}
        and ${apiKeys.revokedAt} is null)`,
    })
    .from(given)
    .innerJoin(users, eq(users.id, given.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
  const ids = rows.map(({ user }) => user.id)
  const seen =
    ids.length === 0
      ? []
      : await db
          .select({
            userId: sessions.userId,
            at: max(sql<string>`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`),
          })
          .from(sessions)
          .where(inArray(sessions.userId, ids))
          .groupBy(sessions.userId)
  return rows.map(({ user, roleIds, factorAt, keys }) => {
    const at = seen.find(({ userId }) => userId === user.id)?.at ?? null
    return {
      id: user.id,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      role_ids: roleIds,
      staff_limit: toDollarsOrNull(user.staffLimitCents),
      joined: user.emailProvenAt !== null && user.passwordHash !== null,
      second_factor: factorAt !== null,
      suspended_at: user.suspendedAt?.toISOString() ?? null,
      api_keys: keys,
      last_seen_at: at === null ? null : new Date(at).toISOString(),
    }
  })
}
