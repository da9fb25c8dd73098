import { and, eq, exists, gt, isNull, lt, or } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { apiKeys } from '../db/schema/integrations.ts'
import { roles, userRoles, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { keyedHash } from '../gateways/keyed-hash.ts'
import { type SignedInCaller } from '../http/http.ts'

export const API_KEY_PREFIX = 'fsk_'
const USE = 'api-key'
const MINUTE = 60_000

export const isApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX)

/** The database stores this hash instead of the key. */
export const hashApiKey = (secret: string, key: string): string => keyedHash(secret, USE, key)

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
export async function authenticateKey(
  { settings, database: { db }, clock }: Pick<ApiDeps, 'settings' | 'database' | 'clock'>,
  token: string,
): Promise<{ ok: true; caller: SignedInCaller } | { ok: false; reason: 'unauthorized' }> {
  const now = clock.now()
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.keyHash, hashApiKey(settings.secrets.code, token)),
        hasActiveCreator(db),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    )
  if (!key) return { ok: false, reason: 'unauthorized' }
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
