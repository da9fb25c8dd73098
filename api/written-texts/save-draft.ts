import { and, eq } from 'drizzle-orm'
import { WHAT_CHANGED, type WrittenTextDraftFields } from '#contract/written-text.ts'
import { type Db, type Tx } from '../db/client.ts'
import { writtenTextDrafts } from '../db/schema/written-texts.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { planDrafts, planVersions, type Refused } from './plan-versions.ts'
import { findTimeProblem } from './rules/check-time.ts'
import { lockBrands } from './save-version.ts'

type Draft = typeof writtenTextDrafts.$inferSelect

/** The words stay in the row until it goes; the entry says what was planned for when. */
const audited = (draft: Draft) => ({
  ...{ name: draft.name, brand_id: draft.brandId, title: draft.title, note: draft.note },
  ...(draft.name === 'waiver' ? { sign_again: draft.signAgain } : {}),
  publish_at: draft.publishAt?.toISOString() ?? null,
  saved_at: draft.savedAt.toISOString(),
})

/**
 * Keeps words as the draft of a text, or plans them for a time, for each brand its own and all in one
 * transaction. They take the place of the draft that was there. A draft may be unfinished; what is
 * planned is checked as saving checks it.
 */
export const saveDrafts = (
  db: Db,
  fields: WrittenTextDraftFields,
  by: AuditBy,
): Promise<{ ok: true } | Refused> =>
  db.transaction(async (tx): Promise<{ ok: true } | Refused> => {
    if (!(await lockBrands(tx, fields))) return { ok: false, reason: 'not_found' }
    const publishAt = fields.publish_at === null ? null : new Date(fields.publish_at)
    const untimely = publishAt && findTimeProblem(publishAt, by.at)
    if (untimely) return { ok: false, fields: { publish_at: [untimely] } }
    if (publishAt && fields.note === '') return { ok: false, fields: { note: [WHAT_CHANGED] } }
    const plan = await (publishAt ? planVersions : planDrafts)(tx, fields)
    if (!plan.ok) return plan
    for (const { brandId, version, before } of plan.brands) {
      // These words are shown already.
      if (publishAt && version === null) continue
      const { name, note, sign_again: signAgain } = fields
      await replaceDraft(tx, by, {
        ...{ brandId, name, ...plan.words, note, signAgain, publishAt },
        ...{ versionWas: before?.version ?? 0, savedBy: by.userId, savedAt: by.at },
      })
    }
    return { ok: true }
  })

async function replaceDraft(tx: Tx, by: AuditBy, row: typeof writtenTextDrafts.$inferInsert) {
  const of = and(eq(writtenTextDrafts.brandId, row.brandId), eq(writtenTextDrafts.name, row.name))
  const [before] = await tx.delete(writtenTextDrafts).where(of).returning()
  const [after] = await tx.insert(writtenTextDrafts).values(row).returning()
  if (!after) throw new Error(`The draft of ${row.name} was not written`)
  await writeAudit(tx, by, {
    ...{ resource: 'written_text_drafts', id: after.id, after: audited(after) },
    ...(before && { before: audited(before) }),
  })
}

/** Throws a draft away, planned or not. False when it was replaced, published or thrown away before. */
export const dropDraft = (db: Db, id: number, by: AuditBy): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [gone] = await tx.delete(writtenTextDrafts).where(eq(writtenTextDrafts.id, id)).returning()
    if (!gone) return false
    await writeAudit(tx, by, { resource: 'written_text_drafts', id, before: audited(gone) })
    return true
  })
