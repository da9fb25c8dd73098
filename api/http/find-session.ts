import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { roles, secondFactors, sessions, userRoles, users } from '../db/schema/people.ts'
import { creditBalances } from '../db/schema/tenders.ts'
import { statement } from '../db/statement.ts'

/** A valid session with its account, of which all that the head of each page shows is read at once. */
export interface FoundSession extends Omit<SessionRow, 'roleId' | 'roleName'> {
  roles: { id: number; name: string }[]
}

type SessionRow = Awaited<ReturnType<typeof selectSession>>[number]

/**
 * Finds a session that is neither ended nor revoked. A session may have been opened while its account
 * was being merged or suspended; it is not found either.
 */
export async function findSession(
  db: DbOrTx,
  asked: { sessionId: string; now: Date },
): Promise<FoundSession | undefined> {
  const rows = await selectSession(db, asked)
  const [session] = rows
  if (!session) return undefined
  const held = rows.flatMap(({ roleId: id, roleName: name }) =>
    id === null || name === null ? [] : [{ id, name }],
  )
  return { ...session, roles: held }
}

/** Whether the account's owner has a second factor asked for at each log-in. */
export const asksAtLogIn = ({
  factorConfirmedAt,
  factorAtLogIn,
}: Pick<SessionRow, 'factorConfirmedAt' | 'factorAtLogIn'>): boolean =>
  factorConfirmedAt !== null && factorAtLogIn === true

/** Whether a session of a customer was opened by the password and still waits for the second factor. */
export const awaitsFactor = (session: FoundSession): boolean =>
  session.scope === 'customer' && session.secondFactorAt === null && asksAtLogIn(session)

const selectSession = statement((db) =>
  db
    .select({
      scope: sessions.scope,
      /** The phone that a guest typed. */
      phone: sessions.phone,
      secondFactorAt: sessions.secondFactorAt,
      staffSeenAt: sessions.staffSeenAt,
      reachesOrderId: sessions.reachesOrderId,
      account: {
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        phone: users.phone,
        emailProvenAt: users.emailProvenAt,
        tagList: users.tagList,
        createdAt: users.createdAt,
        staffLimitCents: users.staffLimitCents,
      },
      creditCents: creditBalances.balanceCents,
      /** When a first code of the account's authenticator app was correct. */
      factorConfirmedAt: secondFactors.confirmedAt,
      factorAtLogIn: secondFactors.atLogIn,
      roleId: roles.id,
      roleName: roles.name,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(creditBalances, eq(creditBalances.userId, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .leftJoin(roles, eq(roles.id, userRoles.roleId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql.placeholder('now')),
        or(eq(sessions.scope, 'guest'), and(isNull(users.mergedIntoId), isNull(users.suspendedAt))),
      ),
    )
    .orderBy(userRoles.roleId),
)
