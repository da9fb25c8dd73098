import { randomBytes } from 'node:crypto'
import { and, eq, gt, or, sql } from 'drizzle-orm'
import { type Draft, DraftFields } from '#contract/draft.ts'
import { type Tx } from '../../db/client.ts'
import { drafts } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'
import { seal, unsealIfKnown } from '../../gateways/sealed-text.ts'

const LIFETIME = 86_400_000
const MAX_FIELDS = 250
const MAX_BYTES = 32_768

type Deps = Pick<ApiDeps, 'settings' | 'database' | 'clock'>
export type DraftResult = { ok: true; draft: Draft } | { ok: false; reason: 'not_found' | 'draft_too_large' }

/** The purpose binds sealed fields to their draft. */
export const draftUse = (id: string) => `draft:${id}`

function fits(text: string, fields: DraftFields): boolean {
  return Object.keys(fields).length <= MAX_FIELDS && Buffer.byteLength(text) <= MAX_BYTES
}

/**
 * Stores what was typed for a day under a new id of 128 random bits; everybody who knows the id may
 * read it.
 * @param copyOf the draft of another device that continues in this one
 */
export async function createDraft(deps: Deps, fields: DraftFields, copyOf?: string): Promise<DraftResult> {
  const text = JSON.stringify(fields)
  if (!fits(text, fields)) return { ok: false, reason: 'draft_too_large' }
  const now = deps.clock.now()
  const id = randomBytes(16).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIFETIME)
  const sealed = seal(deps.settings.secrets.code, draftUse(id), text)
  const { db } = deps.database
  const root = db
    .select({ root: sql`coalesce(${drafts.rootId}, ${drafts.id})` })
    .from(drafts)
    .where(eq(drafts.id, copyOf ?? ''))
  const rootId = copyOf === undefined ? null : sql`(${root})`
  await db.insert(drafts).values({ id, rootId, sealed, createdAt: now, expiresAt })
  return { ok: true, draft: { id, fields, expires_at: expiresAt.toISOString() } }
}

/** Replaces a draft's fields and stores it for another day. */
export async function replaceDraft(deps: Deps, id: string, fields: DraftFields): Promise<DraftResult> {
  const text = JSON.stringify(fields)
  if (!fits(text, fields)) return { ok: false, reason: 'draft_too_large' }
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + LIFETIME)
  const sealed = seal(deps.settings.secrets.code, draftUse(id), text)
  const replaced = await deps.database.db
    .update(drafts)
    .set({ sealed, expiresAt })
    .where(and(eq(drafts.id, id), gt(drafts.expiresAt, now)))
    .returning({ id: drafts.id })
  if (replaced.length === 0) return { ok: false, reason: 'not_found' }
  return { ok: true, draft: { id, fields, expires_at: expiresAt.toISOString() } }
}

/** A draft that has not expired. */
export async function readDraft(deps: Deps, id: string): Promise<DraftResult> {
  const [row] = await deps.database.db
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), gt(drafts.expiresAt, deps.clock.now())))
  if (!row) return { ok: false, reason: 'not_found' }
  const text = unsealIfKnown(deps.settings.secrets.code, draftUse(id), row.sealed)
  if (text === undefined) return { ok: false, reason: 'not_found' }
  const fields = DraftFields.parse(JSON.parse(text))
  return { ok: true, draft: { id, fields, expires_at: row.expiresAt.toISOString() } }
}

/**
 * Empties a draft and all its copies after the purchase, because typed weights are for operations
 * and the pilot only, on whichever device they were typed. The empty drafts stay until they expire.
 * @param root the first of them
 */
export async function eraseDrafts(
  tx: Tx,
  { settings }: Pick<ApiDeps, 'settings'>,
  root: string,
): Promise<void> {
  const line = await tx
    .select({ id: drafts.id })
    .from(drafts)
    .where(or(eq(drafts.id, root), eq(drafts.rootId, root)))
  for (const { id } of line) {
    await tx
      .update(drafts)
      .set({ sealed: seal(settings.secrets.code, draftUse(id), '{}') })
      .where(eq(drafts.id, id))
  }
}
