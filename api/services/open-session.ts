import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { type DbOrTx } from '../db/client.ts'
import { sessions } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'

const HOUR = 3_600_000
/** A guest's token lives as long as its session: long enough to buy, pay and come back from the bank. */
const GUEST_LIFETIME = 12 * HOUR
/** A customer's token is short and renewed; the session behind it ends after thirty days. */
const CUSTOMER_LIFETIME = 30 * 24 * HOUR
const CUSTOMER_TOKEN_LIFETIME = HOUR

type Scope = 'guest' | 'customer'
export const TOKEN_ISSUER = 'flight-shop'

/** Makes a session and returns the token for it. */
export async function openSession(
  db: DbOrTx,
  deps: Pick<ApiDeps, 'settings'>,
  { userId, scope, phone, now }: { userId: number; scope: Scope; phone?: string | undefined; now: Date },
): Promise<{ jwt: string; sessionId: string }> {
  const sessionId = randomUUID()
  const lifetime = scope === 'guest' ? GUEST_LIFETIME : CUSTOMER_LIFETIME
  const expiresAt = new Date(now.getTime() + lifetime)
  await db
    .insert(sessions)
    .values({ id: sessionId, userId, scope, phone: phone ?? null, createdAt: now, expiresAt })
  return { sessionId, jwt: await signToken(deps, { sessionId, userId, scope, expiresAt, now }) }
}

/** Signs a token (HS256, `jti` is the session's id) that ends with its session at the latest. */
export async function signToken(
  deps: Pick<ApiDeps, 'settings'>,
  session: { sessionId: string; userId: number; scope: Scope; expiresAt: Date; now: Date },
): Promise<string> {
  const { sessionId, userId, scope, expiresAt, now } = session
  const ownEnd = now.getTime() + (scope === 'guest' ? GUEST_LIFETIME : CUSTOMER_TOKEN_LIFETIME)
  const ends = new Date(Math.min(ownEnd, expiresAt.getTime()))
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(TOKEN_ISSUER)
    .setSubject(String(userId))
    .setJti(sessionId)
    .setIssuedAt(now)
    .setExpirationTime(ends)
    .sign(new TextEncoder().encode(deps.settings.secrets.jwt))
}
