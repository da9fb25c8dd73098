import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { apiKeys } from '../../db/schema/integrations.ts'
import { type ApiDeps } from '../../deps.ts'
import { keyedHash } from '../../gateways/keyed-hash.ts'
import { type SignedInCaller } from '../../http.ts'

export const KEY_START = 'fsk_'
const USE = 'api-key'
const MINUTE = 60_000

export const isApiKey = (token: string): boolean => token.startsWith(KEY_START)

/** What is kept of a key. */
export const hashOfKey = (secret: string, key: string): string => keyedHash(secret, USE, key)

/** Which system a key is. Unknown, revoked and expired ones are refused alike; when it was used is kept to the minute. */
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
        eq(apiKeys.keyHash, hashOfKey(settings.secrets.code, token)),
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
