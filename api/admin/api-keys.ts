import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type ApiKey, type NewApiKey } from '#contract/integration.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type Db } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { apiKeys } from '../db/schema/integrations.ts'
import { type ApiDeps } from '../deps.ts'
import { keyScopes } from '../rules/access/permissions.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { allResources } from './all-resources.ts'
import { API_KEY_PREFIX, hasActiveCreator, hashApiKey } from '../access/authenticate.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings'>
const MAX_LIFETIME_MS = 2 * 366 * 24 * 3_600_000

const present = (row: typeof apiKeys.$inferSelect, creatorActive = true): ApiKey => ({
  id: row.id,
  name: row.name,
  key_tail: row.keyTail,
  brand_id: row.brandId,
  scopes: row.scopes,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
  asleep: !creatorActive,
})

export async function listApiKeys(db: Db, page: ListPage): Promise<{ rows: ApiKey[]; totalCount: number }> {
  const where = idsCondition(apiKeys.id, page)
  const rows = await db
    .select({ key: apiKeys, creatorActive: sql<boolean>`${hasActiveCreator(db)}` })
    .from(apiKeys)
    .where(where)
    .orderBy(desc(apiKeys.id))
    .limit(page.limit)
    .offset(page.offset)
  return {
    rows: rows.map(({ key, creatorActive }) => present(key, creatorActive)),
    totalCount: await db.$count(apiKeys, where),
  }
}

/** Creates a key. Only this reply contains it; the database stores a hash. */
export async function createApiKey(
  { database: { db }, settings }: Deps,
  fields: NewApiKey,
  by: AuditBy,
): Promise<{ ok: true; apiKey: ApiKey; key: string } | { ok: false; fields: FieldErrors }> {
  return db.transaction(async (tx) => {
    const { name, scopes, brand_id: brandId, expires_at } = fields
    const expiresAt = expires_at === null ? null : new Date(expires_at)
    const problem = scopeProblem(scopes, brandId)
    if (problem !== undefined) return invalid('scopes', problem)
    if (brandId !== null && (await tx.$count(brands, eq(brands.id, brandId))) === 0)
      return invalid('brand_id', 'There is no such brand')
    if (expiresAt && expiresAt <= by.at) return invalid('expires_at', 'Must be in the future')
    if (expiresAt && expiresAt.getTime() - by.at.getTime() > MAX_LIFETIME_MS)
      return invalid('expires_at', 'Must be within two years')
    const key = `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`
    const [row] = await tx
      .insert(apiKeys)
      .values({
        name,
        keyHash: hashApiKey(settings.secrets.code, key),
        keyTail: key.slice(-4),
        brandId,
        scopes: [...new Set(scopes)].sort(),
        createdBy: by.userId,
        createdAt: by.at,
        expiresAt,
      })
      .returning()
    if (!row) throw new Error('The key was not written')
    const apiKey = present(row)
    await writeAudit(tx, by, { resource: 'api_keys', id: row.id, after: apiKey })
    return { ok: true, apiKey, key } as const
  })
}

const invalid = (name: string, message: string) => ({ ok: false as const, fields: { [name]: [message] } })

/** True for scopes of data that belongs to a brand. A key of one brand may have no other scopes. */
const hasBrandRows = (scope: string): boolean => {
  const plural = scope.split(':')[0]
  return (
    plural === 'orders' || allResources.some(({ shape, brandRows }) => shape.plural === plural && brandRows)
  )
}

function scopeProblem(scopes: readonly string[], brandId: number | null): string | undefined {
  const unknown = scopes.find((scope) => !keyScopes.includes(scope))
  if (unknown !== undefined) return `There is no scope ${unknown.slice(0, 60)}`
  const shared = brandId === null ? undefined : scopes.find((scope) => !hasBrandRows(scope))
  return shared === undefined ? undefined : `${shared} is every brand’s: a key of one brand cannot have it`
}

/** Revokes a key. Its row stays in the list and in the audit log. */
export async function revokeApiKey({ database: { db } }: Deps, id: number, by: AuditBy): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(apiKeys)
      .set({ revokedAt: by.at })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning()
    if (!row) return (await tx.$count(apiKeys, eq(apiKeys.id, id))) > 0
    const after = present(row)
    await writeAudit(tx, by, { resource: 'api_keys', id, before: { ...after, revoked_at: null }, after })
    return true
  })
}
