import { createHmac, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { type DbOrTx } from '../db/client.ts'
import { sessions } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'

const HOUR = 3_600_000
/**
 * A guest's token lives as long as its session: long enough to buy, pay and come back from the
 * bank.
 */
const GUEST_LIFETIME = 12 * HOUR
/** A customer's token is short and renewed; the session behind it ends after thirty days. */
const CUSTOMER_LIFETIME = 30 * 24 * HOUR
const CUSTOMER_TOKEN_LIFETIME = HOUR

type Scope = 'guest' | 'customer'
export const TOKEN_ISSUER = 'flight-shop'

interface NewSession {
  userId: number
  scope: Scope
  phone?: string | undefined
  /** The device in words, for the list of sessions. */
  device?: string | undefined
  /** Set where a repeated request must open the same session; see `deriveSessionId`. */
  id?: string | undefined
  /** The order that a mailed link is about. */
  reachesOrderId?: number | undefined
  now: Date
}

/** Opens a session, or finds the one with this id, and returns a token for it. */
export async function openSession(
  db: DbOrTx,
  deps: Pick<ApiDeps, 'settings'>,
  { userId, scope, phone, device, id, reachesOrderId, now }: NewSession,
): Promise<{ jwt: string; sessionId: string }> {
  const sessionId = id ?? randomUUID()
  const lifetime = scope === 'guest' ? GUEST_LIFETIME : CUSTOMER_LIFETIME
  const expiresAt = new Date(now.getTime() + lifetime)
  await db
    .insert(sessions)
    .values({
      id: sessionId,
      userId,
      scope,
      phone: phone ?? null,
      device: device ?? null,
      reachesOrderId,
      createdAt: now,
      expiresAt,
    })
    .onConflictDoNothing()
  return { sessionId, jwt: await signToken(deps, { sessionId, userId, scope, expiresAt, now }) }
}

/**
 * Continues a guest's session under another e-mail or phone. Its orders stay its own, so that a
 * corrected e-mail does not leave held seats behind that the guest cannot release.
 *
 * @returns undefined when there is no such guest session
 */
export async function transferGuestSession(
  db: DbOrTx,
  deps: Pick<ApiDeps, 'settings'>,
  { id, userId, phone, now }: { id: string; userId: number; phone?: string | undefined; now: Date },
): Promise<{ jwt: string; sessionId: string } | undefined> {
  const [moved] = await db
    .update(sessions)
    .set({ userId, phone: phone ?? null })
    .where(and(eq(sessions.id, id), eq(sessions.scope, 'guest')))
    .returning({ expiresAt: sessions.expiresAt })
  if (!moved) return undefined
  const { expiresAt } = moved
  return {
    sessionId: id,
    jwt: await signToken(deps, { sessionId: id, userId, scope: 'guest', expiresAt, now }),
  }
}

/** A shorter key could be guessed, and with it the session's id. */
const SHORTEST_KEY = 32

/**
 * The id of the session that a request with an `Idempotency-Key` opens. It depends on key and
 * content only, so a form that is sent twice opens one session, and no token has to be stored.
 * Undefined without a key of sufficient length.
 */
export function deriveSessionId(
  deps: Pick<ApiDeps, 'settings'>,
  key: string | undefined,
  content: unknown,
): string | undefined {
  if (key === undefined || key.length < SHORTEST_KEY) return undefined
  const digest = createHmac('sha256', deps.settings.secrets.jwt)
    .update(JSON.stringify(['session', key, content]))
    .digest()
  // Set the bits of a UUID of version 8, "custom" (RFC 9562).
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Signs a token (HS256, `jti` is the session's id) that expires with its session at the latest. */
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
