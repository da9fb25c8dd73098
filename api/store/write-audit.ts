import { isDeepStrictEqual } from 'node:util'
import { type DbOrTx } from '../db/client.ts'
import { auditLog } from '../db/schema/audit.ts'

/** Who did it, when, and in which request. */
export interface AuditBy {
  userId: number
  at: Date
  requestId?: string | undefined
  /** The API key that acted; `userId` is the one who created it. */
  apiKeyId?: number | undefined
}

type AuditValues = Readonly<Record<string, unknown>>
export type Audited = {
  resource: string
  id: number
  before?: AuditValues | undefined
  after?: AuditValues | undefined
}

/**
 * Writes an audit entry in the transaction of the change. A change lists only the fields that
 * differ; a change of nothing writes no entry.
 */
export async function writeAudit(
  db: DbOrTx,
  by: AuditBy,
  { resource, id, before, after }: Audited,
): Promise<void> {
  const changed = before && after ? differing(before, after) : undefined
  if (changed?.length === 0) return
  const only = (told: AuditValues | undefined) =>
    told && changed ? Object.fromEntries(changed.map((name) => [name, told[name] ?? null])) : told
  await db.insert(auditLog).values({
    at: by.at,
    userId: by.userId,
    apiKeyId: by.apiKeyId ?? null,
    action: !before ? 'create' : after ? 'change' : 'remove',
    resource,
    resourceId: id,
    before: only(before) ?? null,
    after: only(after) ?? null,
    requestId: by.requestId ?? null,
  })
}

const differing = (before: AuditValues, after: AuditValues): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
