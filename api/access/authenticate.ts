import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import { roles, sessions, userRoles, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type RoleName, type SignedInCaller } from '../http/http.ts'
import { TOKEN_ISSUER } from './open-session.ts'

const Claims = z.object({ jti: z.uuid() })

/**
 * Finds the caller behind a bearer token. Forged, expired and revoked tokens get the same refusal.
 * Roles count only after a second factor: with a password alone, staff are customers.
 *
 * @param renewing accepts an expired customer token while its session is valid
 */
export async function authenticate(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock'>,
  token: string,
  { renewing = false }: { renewing?: boolean } = {},
): Promise<{ ok: true; caller: SignedInCaller } | { ok: false; reason: 'unauthorized' }> {
  const now = deps.clock.now()
  const sessionId = await readToken(token, deps.settings.secrets.jwt, renewing ? undefined : now)
  if (sessionId === undefined) return { ok: false, reason: 'unauthorized' }

  const rows = await deps.database.db
    .select({
      scope: sessions.scope,
      userId: users.id,
      provenAt: users.emailProvenAt,
      secondFactorAt: sessions.secondFactorAt,
      reachesOrderId: sessions.reachesOrderId,
      role: roles.name,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .leftJoin(roles, eq(roles.id, userRoles.roleId))
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        // A session may have been opened while its account was being merged or suspended; it is
        // refused too.
        or(eq(sessions.scope, 'guest'), and(isNull(users.mergedIntoId), isNull(users.suspendedAt))),
      ),
    )
  const [session] = rows
  if (!session) return { ok: false, reason: 'unauthorized' }

  // Anybody can get a guest token for any e-mail, so it proves nothing about the person.
  const guest = session.scope === 'guest'
  return {
    ok: true,
    caller: {
      kind: session.scope,
      sessionId,
      reachesOrderId: guest ? (session.reachesOrderId ?? undefined) : undefined,
      userId: session.userId,
      emailProven: !guest && session.provenAt !== null,
      roles: guest || session.secondFactorAt === null ? [] : rows.map(({ role }) => role).filter(isRoleName),
    },
  }
}

const isRoleName = (name: string | null): name is RoleName =>
  name === 'admin' || name === 'staff' || name === 'pilot'

/** @param now undefined accepts an expired token */
async function readToken(token: string, secret: string, now: Date | undefined): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      issuer: TOKEN_ISSUER,
      currentDate: now ?? new Date(0),
    })
    return Claims.parse(payload).jti
  } catch {
    return undefined
  }
}
