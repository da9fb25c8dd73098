import { eq, sql } from 'drizzle-orm'
import { type User } from '#contract/people.ts'
import { sessions, userRoles, users } from '../db/schema/people.ts'
import { creditBalances } from '../db/schema/tenders.ts'
import { jsonRows, statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { toDollars } from '../rules/money/money.ts'
import { presentEmail } from '../store/walk-in-email.ts'
import { type SignedInCaller } from '../http/http.ts'

/**
 * The caller as `/v1` shows them. A guest gets only what they typed, because the e-mail may belong
 * to somebody else's account.
 */
export async function readUser(
  deps: Pick<ApiDeps, 'database'>,
  caller: SignedInCaller,
): Promise<{ ok: true; user: User } | { ok: false; reason: 'unauthorized' }> {
  const { db } = deps.database
  const [row] = await selectUser(db, { sessionId: caller.sessionId })
  if (!row) return { ok: false, reason: 'unauthorized' }
  const { user } = row
  if (caller.kind === 'guest') {
    const unknown = {
      first_name: null,
      last_name: null,
      role_ids: [],
      credit: 0,
      tag_list: [],
      email_proven: false,
    }
    return { ok: true, user: { id: user.id, email: presentEmail(user.email), phone: row.phone, ...unknown } }
  }
  const roleIds = row.roles.map(({ id }) => id)
  // An account with an unproven e-mail is not shown the credit of that e-mail's owner.
  const creditCents = caller.emailProven ? (row.creditCents ?? 0) : 0
  return { ok: true, user: presentUser(user, roleIds, creditCents) }
}

const selectUser = statement((db) =>
  db
    .select({
      user: users,
      phone: sessions.phone,
      creditCents: creditBalances.balanceCents,
      roles: jsonRows(
        { id: userRoles.roleId },
        { from: userRoles, where: sql`${userRoles.userId} = ${users.id}`, orderBy: sql`${userRoles.roleId}` },
      ),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(eq(sessions.id, sql.placeholder('sessionId'))),
)

/** An account as `/v1` shows it to its owner, without the password. */
export function presentUser(user: typeof users.$inferSelect, roleIds: number[], creditCents = 0): User {
  return {
    id: user.id,
    email: presentEmail(user.email),
    first_name: user.firstName,
    last_name: user.lastName,
    phone: user.phone,
    role_ids: roleIds,
    credit: toDollars(creditCents),
    tag_list: user.tagList,
    email_proven: user.emailProvenAt !== null,
    created_at: user.createdAt.toISOString(),
  }
}
