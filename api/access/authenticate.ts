import { and, eq, exists, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import { type Context, type Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import jsonWebToken from 'jsonwebtoken'
import { createHmac, createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isQuestion } from '#contract/public-reads.ts'
import { type KeyRing, newestSecret, type RingKey } from '#settings/key-ring.ts'
import { type DbOrTx } from '../db/client.ts'
import { apiKeys } from '../db/schema/integrations.ts'
import { roles, sessions, userRoles, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { keyedHash, keyedHashes } from '../gateways/sealed-text.ts'
import { asksAtLogIn, awaitsFactor, findSession } from '../http/find-session.ts'
import {
  type ApiEnv,
  type FoundCaller,
  refusalReply,
  type RoleName,
  type SignedInCaller,
} from '../http/http.ts'
import { findAccess, getRequiredScope, permissions } from '../rules/access/permissions.ts'
import { roles as roleNames } from '../rules/access/roles.ts'
import { isProofValid, isSeenOutdated, needsFreshProof } from '../rules/access/staff-proof.ts'

/**
 * Reads the bearer token into `caller`. Without a token the caller is a visitor. A forged, expired
 * or revoked token is refused, so that nobody continues as a visitor without noticing. Only the
 * renewal accepts an expired token, if its session is still valid.
 */
export const identifyCaller = createMiddleware<ApiEnv>(async (c, next) => {
  if (isRead(c)) return setCaller(c, next)
  // What a write changes about the caller counts from then on, and while it runs.
  c.env.callers?.clear()
  const answer = await setCaller(c, next)
  c.env.callers?.clear()
  return answer
})

const isRead = ({ req: { method, path } }: Context<ApiEnv>) =>
  method === 'GET' || method === 'HEAD' || isQuestion(method, path)

async function setCaller(c: Context<ApiEnv>, next: Next): Promise<Response | undefined> {
  const header = c.req.header('authorization')
  if (header === undefined) {
    await next()
    return undefined
  }
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  const result = token === undefined ? undefined : await findCaller(c, token)
  if (!result?.ok) {
    return refusalReply(
      c,
      401,
      { error: 'Please log in again.', code: 'unauthorized' },
      { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    )
  }
  c.set('caller', result.caller)
  await next()
  return undefined
}

/** Finds the caller once for all reads of a page, and anew for each call that may write. */
function findCaller(c: Context<ApiEnv>, token: string): Promise<FoundCaller> {
  const renewing = c.req.method === 'POST' && c.req.path === '/v1/user_token/renew'
  const find = () => identify(c.get('deps'), token, renewing)
  const { callers } = c.env
  if (!callers || !isRead(c)) return find()
  const found = callers.get(token) ?? find()
  callers.set(token, found)
  return found
}

/** A person's token, or the key of another system. */
async function identify(deps: ApiDeps, token: string, renewing: boolean): Promise<FoundCaller> {
  return isApiKey(token)
    ? authenticateKey(deps, token)
    : authenticate(deps, token, { renewing, awaiting: true })
}

const TOKEN_ISSUER = 'flight-shop'
const Claims = z.object({ jti: z.uuid(), exp: z.int() })

/**
 * Finds the caller behind a bearer token. Forged, expired and revoked tokens get the same refusal.
 * Roles count only after a second factor: with a password alone, staff are customers.
 *
 * @param renewing accepts an expired customer token while its session is valid
 * @param awaiting accepts a session that still waits for the second factor of its customer
 */
export async function authenticate(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock'>,
  token: string,
  { renewing = false, awaiting = false }: { renewing?: boolean; awaiting?: boolean } = {},
): Promise<{ ok: true; caller: SignedInCaller } | { ok: false; reason: 'unauthorized' }> {
  const now = deps.clock.now()
  const sessionId = readToken(token, deps.settings.secrets.jwt, renewing ? undefined : now)
  if (sessionId === undefined) return { ok: false, reason: 'unauthorized' }

  const session = await findSession(deps.database.db, { sessionId, now })
  if (!session) return { ok: false, reason: 'unauthorized' }
  const awaits = awaitsFactor(session)
  if (awaits && !awaiting) return { ok: false, reason: 'unauthorized' }

  const limits = deps.settings
  const counts = session.scope === 'customer' && isProofValid(session, limits, now)
  if (counts && isSeenOutdated(session, limits, now))
    await deps.database.db.update(sessions).set({ staffSeenAt: now }).where(eq(sessions.id, sessionId))

  // Anybody can get a guest token for any e-mail, so it proves nothing about the person.
  const guest = session.scope === 'guest'
  return {
    ok: true,
    caller: {
      kind: session.scope,
      sessionId,
      reachesOrderId: guest ? (session.reachesOrderId ?? undefined) : undefined,
      userId: session.account.id,
      emailProven: !guest && session.account.emailProvenAt !== null,
      staffLimitCents: session.account.staffLimitCents,
      roles: counts ? session.roles.map(({ name }) => name).filter(isRoleName) : [],
      provedAt:
        counts || (!guest && asksAtLogIn(session)) ? (session.secondFactorAt ?? undefined) : undefined,
      awaitsFactor: awaits,
      session,
    },
  }
}

const isRoleName = (name: string): name is RoleName => roleNames.some((one) => one.name === name)

/**
 * Checks a token at once, with the key that it names; only HS256 is accepted, whatever the token
 * says. Tokens from before keys had ids name none, and are read with each.
 *
 * @param now undefined accepts an expired token
 */
function readToken(token: string, ring: KeyRing, now: Date | undefined): string | undefined {
  try {
    const id = jsonWebToken.decode(token, { complete: true })?.header.kid
    const named = id === undefined ? ring : ring.filter((key) => key.id === id)
    for (const key of named) {
      const sessionId = verifyToken(token, key, now)
      if (sessionId !== undefined) return sessionId
    }
    return undefined
  } catch {
    return undefined
  }
}

function verifyToken(token: string, key: RingKey, now: Date | undefined): string | undefined {
  try {
    const claims = jsonWebToken.verify(token, tokenKey(key), {
      algorithms: ['HS256'],
      issuer: TOKEN_ISSUER,
      ...(now ? { clockTimestamp: now.getTime() / 1000 } : { ignoreExpiration: true }),
    })
    return Claims.parse(claims).jti
  } catch {
    return undefined
  }
}

const tokenKeys = new Map<string, KeyObject>()

/** The library first tries a text as a public key, and fails, for each token that it reads. */
function tokenKey({ secret }: RingKey): KeyObject {
  const known = tokenKeys.get(secret)
  if (known) return known
  const key = createSecretKey(secret, 'utf8')
  tokenKeys.set(secret, key)
  return key
}

export const API_KEY_PREFIX = 'fsk_'
const USE = 'api-key'
const MINUTE = 60_000

const isApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX)

/** The database stores this hash instead of the key. */
export const hashApiKey = (ring: KeyRing, key: string): string => keyedHash(ring, USE, key)

/** True while the key's creator is an admin and not suspended (decision 081). */
export const hasActiveCreator = (db: DbOrTx) =>
  exists(
    db
      .select({ id: users.id })
      .from(users)
      .innerJoin(userRoles, eq(userRoles.userId, users.id))
      .innerJoin(roles, eq(roles.id, userRoles.roleId))
      .where(and(eq(users.id, apiKeys.createdBy), isNull(users.suspendedAt), eq(roles.name, 'admin'))),
  )

/**
 * Finds the API key behind a token. Unknown, revoked and expired keys and keys of inactive creators
 * get the same refusal. The time of the last use is stored to the minute.
 */
async function authenticateKey(
  { settings, database: { db }, clock }: Pick<ApiDeps, 'settings' | 'database' | 'clock'>,
  token: string,
): Promise<{ ok: true; caller: SignedInCaller } | { ok: false; reason: 'unauthorized' }> {
  const now = clock.now()
  const hashes = keyedHashes(settings.secrets.code, USE, token)
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(
      and(
        inArray(apiKeys.keyHash, hashes),
        hasActiveCreator(db),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    )
  if (!key) return { ok: false, reason: 'unauthorized' }
  const [keyHash] = hashes
  // Nobody but the caller knows the key, so its hash changes to that of the newest secret here.
  if (key.keyHash !== keyHash) await db.update(apiKeys).set({ keyHash }).where(eq(apiKeys.id, key.id))
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() >= MINUTE) {
    const older = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, now))
    await db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, key.id), older))
  }
  return {
    ok: true,
    caller: {
      kind: 'key',
      sessionId: `key:${String(key.id)}`,
      userId: key.createdBy,
      emailProven: false,
      roles: [],
      apiKey: { id: key.id, brandId: key.brandId, scopes: key.scopes },
    },
  }
}

const HOUR = 3_600_000
/**
 * A guest's token lives as long as its session: long enough to buy, pay and come back from the
 * bank.
 */
const GUEST_LIFETIME = 12 * HOUR
/** A customer's token is short and renewed; the session behind it ends after thirty days. */
const CUSTOMER_LIFETIME = 30 * 24 * HOUR
const CUSTOMER_TOKEN_LIFETIME = HOUR
/** Long enough to look for the phone, or for the paper with the recovery codes. */
const SECOND_STEP_LIFETIME = HOUR / 2

type Scope = 'guest' | 'customer'

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
  /** The session still waits for the second factor, and ends soon without it. */
  awaitsFactor?: boolean
  now: Date
}

/** When a session that opens now ends. */
export const sessionEnd = (scope: Scope, now: Date): Date =>
  new Date(now.getTime() + (scope === 'guest' ? GUEST_LIFETIME : CUSTOMER_LIFETIME))

/** Opens a session, or finds the one with this id, and returns a token for it. */
export async function openSession(
  db: DbOrTx,
  deps: Pick<ApiDeps, 'settings'>,
  { userId, scope, phone, device, id, reachesOrderId, awaitsFactor: awaits = false, now }: NewSession,
): Promise<{ jwt: string; sessionId: string }> {
  const sessionId = id ?? randomUUID()
  const expiresAt = awaits ? new Date(now.getTime() + SECOND_STEP_LIFETIME) : sessionEnd(scope, now)
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
  return { sessionId, jwt: signToken(deps, { sessionId, userId, scope, expiresAt, now }) }
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
    jwt: signToken(deps, { sessionId: id, userId, scope: 'guest', expiresAt, now }),
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
  const digest = createHmac('sha256', newestSecret(deps.settings.secrets.jwt))
    .update(JSON.stringify(['session', key, content]))
    .digest()
  // Set the bits of a UUID of version 8, "custom" (RFC 9562).
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** Signs a token (HS256, `jti` is the session's id) that expires with its session at the latest. */
export function signToken(
  deps: Pick<ApiDeps, 'settings'>,
  session: { sessionId: string; userId: number; scope: Scope; expiresAt: Date; now: Date },
): string {
  const { sessionId, userId, scope, expiresAt, now } = session
  const [newest] = deps.settings.secrets.jwt
  const ownEnd = now.getTime() + (scope === 'guest' ? GUEST_LIFETIME : CUSTOMER_TOKEN_LIFETIME)
  const ends = new Date(Math.min(ownEnd, expiresAt.getTime()))
  return jsonWebToken.sign(
    {
      ...{ scope, iss: TOKEN_ISSUER, sub: String(userId), jti: sessionId },
      ...{ iat: toSeconds(now), exp: toSeconds(ends) },
    },
    tokenKey(newest),
    { algorithm: 'HS256', keyid: newest.id },
  )
}

/** Requires a token: sets `signedIn` and refuses visitors. */
export const requireCaller = createMiddleware<ApiEnv & { Variables: { signedIn: SignedInCaller } }>(
  async (c, next) => {
    const caller = c.get('caller')
    if (caller.kind === 'visitor') {
      return refusalReply(c, 401, { error: 'Please log in or continue as a guest.', code: 'unauthorized' })
    }
    c.set('signedIn', caller)
    return next()
  },
)

/** What a session may do that still waits for the second factor. */
const CALLS_OF_THE_SECOND_STEP: ReadonlySet<string> = new Set([
  'GET /v1/second_factor',
  'PUT /v1/second_factor',
  'PUT /v1/second_factor/recovery_codes',
  'DELETE /v1/user_token',
])

/** The body of a 403 for a log-in whose password was right. */
export const SECOND_FACTOR_NEEDED = {
  error: 'Please enter the code of your authenticator app.',
  code: 'second_factor_needed',
} as const

const PROOF_NEEDED = {
  error: 'Please show your second factor again before you do this.',
  code: 'proof_needed',
} as const

/**
 * Checks a call against the permission table. Calls with reach `own` restrict their rows
 * themselves.
 */
export const authorizeCall = createMiddleware<ApiEnv>(async (c, next) => {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  // The first matching route answers: `/users/me` before `/users/:id`.
  const route = matchedRoutes(c).find((one) => one.method === method)
  // Without a route the general 404 follows.
  if (!route) return next()
  const caller = c.get('caller')
  const awaits = caller.kind !== 'visitor' && caller.awaitsFactor === true
  if (awaits && !CALLS_OF_THE_SECOND_STEP.has(`${method} ${route.path}`))
    return refusalReply(c, 403, SECOND_FACTOR_NEEDED)
  const reach = findAccess(`${method} ${route.path}`, caller)
  const scope =
    caller.kind === 'visitor' || !caller.apiKey ? undefined : getRequiredScope(`${method} ${route.path}`)
  const hasScope =
    scope === undefined || (caller.kind === 'key' && caller.apiKey?.scopes.includes(scope) === true)
  if ((reach === 'own' || reach === 'any') && hasScope) {
    const { settings, clock } = c.get('deps')
    const provedAt = caller.kind === 'visitor' ? undefined : caller.provedAt
    const isStale =
      provedAt !== undefined && needsFreshProof(`${method} ${route.path}`, provedAt, settings, clock.now())
    if (isStale) return refusalReply(c, 403, PROOF_NEEDED)
    c.set('reach', reach)
    return next()
  }
  if (caller.kind === 'visitor') {
    return refusalReply(c, 401, { error: 'Please log in or continue as a guest.', code: 'unauthorized' })
  }
  const error = caller.kind === 'key' ? 'This key may not do this.' : 'Your account may not do this.'
  return refusalReply(c, 403, { error, code: 'forbidden' })
})

/**
 * Checks at start that every call has a row in the permission table.
 *
 * @throws Error that names each call without a row
 */
export function requirePermissionRows(routes: readonly { method: string; path: string }[]): void {
  const missing = routes
    .filter(({ method, path }) => method !== 'ALL' && !(`${method} ${path}` in permissions))
    .map(({ method, path }) => `${method} ${path}`)
  if (missing.length > 0) {
    throw new Error(
      `Calls without a row in api/rules/access/permissions.ts: ${[...new Set(missing)].join(', ')}`,
    )
  }
}
