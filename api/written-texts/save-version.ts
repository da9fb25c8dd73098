import { asc, eq, inArray } from 'drizzle-orm'
import {
  type WaiverEffect,
  type WrittenTextFields,
  type WrittenTextPreviewFields,
  type WrittenTextWords,
} from '#contract/written-text.ts'
import { type Db, type DbOrTx, type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { writtenTextDrafts, writtenTextVersions } from '../db/schema/written-texts.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { findWaiverEffect } from './count-signatures.ts'
import { planVersions, type Refused } from './plan-versions.ts'
import { findTimeProblem } from './rules/check-time.ts'

const brandIdsOf = ({ brands: chosen }: WrittenTextWords) => chosen.map(({ brand_id: id }) => id)

const findBrands = (db: DbOrTx, fields: WrittenTextWords) =>
  db
    .select({ id: brands.id })
    .from(brands)
    .where(inArray(brands.id, brandIdsOf(fields)))
    .orderBy(asc(brands.id))

/**
 * Locks the brands of a text in the order of their ids, so that two presses come one after the other.
 * False when one of them does not exist.
 */
export async function lockBrands(tx: Tx, fields: WrittenTextWords): Promise<boolean> {
  const locked = await findBrands(tx, fields).for('update')
  return locked.length === brandIdsOf(fields).length
}

interface PreviewedBrand {
  brand_id: number
  version: number | null
  waiver?: WaiverEffect
}

/**
 * What saving would make, with all its refusals, and what a waiver means for who signed; nothing is
 * stored.
 */
export async function previewVersions(
  db: Db,
  fields: WrittenTextPreviewFields,
  now: Date,
): Promise<{ ok: true; brands: PreviewedBrand[] } | Refused> {
  if ((await findBrands(db, fields)).length !== brandIdsOf(fields).length)
    return { ok: false, reason: 'not_found' }
  const from = fields.publish_at === null ? now : new Date(fields.publish_at)
  const untimely = fields.publish_at === null ? undefined : findTimeProblem(from, now)
  if (untimely !== undefined) return { ok: false, fields: { publish_at: [untimely] } }
  const plan = await planVersions(db, fields)
  if (!plan.ok) return plan
  const previewed: PreviewedBrand[] = []
  for (const { brandId, version, before } of plan.brands) {
    const asked = fields.name === 'waiver' && version !== null
    const of = { brandId, versionWas: before?.version ?? 0, from }
    const waiver = asked ? await findWaiverEffect(db, of) : undefined
    previewed.push({ brand_id: brandId, version, ...(waiver && { waiver }) })
  }
  return { ok: true, brands: previewed }
}

type Saved = { ok: true; saved: { brandId: number; version: number }[] } | Refused

/**
 * Saves words as the next version of a text, for each brand its own, in one transaction: all get
 * them or none. Shoppers see them from then on; what was signed stays as it was signed.
 */
export const saveVersions = (db: Db, fields: WrittenTextFields, by: AuditBy): Promise<Saved> =>
  db.transaction((tx) => saveVersionsIn(tx, fields, by))

/** The same within a transaction. A draft that these words replace goes. */
export async function saveVersionsIn(tx: Tx, fields: WrittenTextFields, by: AuditBy): Promise<Saved> {
  if (!(await lockBrands(tx, fields))) return { ok: false, reason: 'not_found' }
  const plan = await planVersions(tx, fields)
  if (!plan.ok) return plan
  const saved: { brandId: number; version: number }[] = []
  for (const { brandId, version, before, draft } of plan.brands) {
    if (draft !== undefined) await tx.delete(writtenTextDrafts).where(eq(writtenTextDrafts.id, draft))
    if (version === null) continue
    const { name, note, sign_again: signAgain } = fields
    const row = { brandId, name, version, ...plan.words, note, signAgain, savedBy: by.userId, savedAt: by.at }
    const [written] = await tx
      .insert(writtenTextVersions)
      .values(row)
      .returning({ id: writtenTextVersions.id })
    const again = (value: boolean) => (name === 'waiver' ? { sign_again: value } : {})
    // The words stand in the row itself, which stays: the entry says which.
    await writeAudit(tx, by, {
      resource: 'written_texts',
      id: written?.id ?? 0,
      before: {
        ...{ name, brand_id: brandId, version: version - 1, title: before?.title ?? '', note: '' },
        ...again(false),
      },
      after: { name, brand_id: brandId, version, title: plan.words.title, note, ...again(signAgain) },
    })
    saved.push({ brandId, version })
  }
  return { ok: true, saved }
}
