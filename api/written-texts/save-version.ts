import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import {
  type WrittenTextFields,
  type WrittenTextVersionWords,
  type WrittenTextWords,
  type WrittenWords,
} from '#contract/written-text.ts'
import { type Db, type DbOrTx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { writtenTextVersions } from '../db/schema/written-texts.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { findVersion } from './read-versions.ts'
import { findWordProblems, tidyBody } from './rules/check-words.ts'

type Refused =
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'text_saved_meanwhile'; present: WrittenTextVersionWords | undefined }
  | { ok: false; fields: FieldErrors }

/** What a brand gets; `version` is null where these words are shown already. */
interface Planned {
  brandId: number
  version: number | null
  before: WrittenWords | undefined
}

interface Plan {
  ok: true
  words: WrittenWords
  brands: Planned[]
}

const UNCHANGED = 'These are the words that are shown already. Change something first'

/** Checks words for the brands that shall get them, against what was saved last. */
async function planVersions(db: DbOrTx, fields: WrittenTextWords): Promise<Plan | Refused> {
  const { name } = fields
  const words = { title: fields.title, summary: fields.summary, body: tidyBody(fields.body) }
  const problems = findWordProblems(name, words)
  if (Object.keys(problems).length > 0) return { ok: false, fields: problems }
  const planned: Planned[] = []
  for (const { brand_id: brandId, version_was: was } of fields.brands) {
    const [newest] = await db
      .select()
      .from(writtenTextVersions)
      .where(and(eq(writtenTextVersions.brandId, brandId), eq(writtenTextVersions.name, name)))
      .orderBy(desc(writtenTextVersions.version))
      .limit(1)
    const version = newest?.version ?? 0
    const isShown = newest !== undefined && isSame(newest, words)
    if (version !== was && !isShown) {
      const present = newest && (await findVersion(db, { brandId, name, version }))
      return { ok: false, reason: 'text_saved_meanwhile', present }
    }
    planned.push({ brandId, version: isShown ? null : version + 1, before: newest })
  }
  if (planned.every(({ version }) => version === null)) return { ok: false, fields: { body: [UNCHANGED] } }
  return { ok: true, words, brands: planned }
}

const isSame = (one: WrittenWords, other: WrittenWords): boolean =>
  one.title === other.title && one.summary === other.summary && one.body === other.body

/** What saving would make, with all its refusals; nothing is stored. */
export async function previewVersions(
  db: Db,
  fields: WrittenTextWords,
): Promise<{ ok: true; brands: { brand_id: number; version: number | null }[] } | Refused> {
  if ((await findBrands(db, fields)).length !== brandIdsOf(fields).length)
    return { ok: false, reason: 'not_found' }
  const plan = await planVersions(db, fields)
  if (!plan.ok) return plan
  return { ok: true, brands: plan.brands.map(({ brandId, version }) => ({ brand_id: brandId, version })) }
}

const brandIdsOf = ({ brands: chosen }: WrittenTextWords) => chosen.map(({ brand_id: id }) => id)

const findBrands = (db: DbOrTx, fields: WrittenTextWords) =>
  db
    .select({ id: brands.id })
    .from(brands)
    .where(inArray(brands.id, brandIdsOf(fields)))
    .orderBy(asc(brands.id))

/**
 * Saves words as the next version of a text, for each brand its own, in one transaction: all get
 * them or none. Shoppers see them from then on; what was signed stays as it was signed.
 */
export async function saveVersions(
  db: Db,
  fields: WrittenTextFields,
  by: AuditBy,
): Promise<{ ok: true; saved: { brandId: number; version: number }[] } | Refused> {
  return db.transaction(async (tx): Promise<Awaited<ReturnType<typeof saveVersions>>> => {
    // The brands' rows are the lock: two presses come one after the other.
    const locked = await findBrands(tx, fields).for('update')
    if (locked.length !== brandIdsOf(fields).length) return { ok: false, reason: 'not_found' }
    const plan = await planVersions(tx, fields)
    if (!plan.ok) return plan
    const saved: { brandId: number; version: number }[] = []
    for (const { brandId, version, before } of plan.brands) {
      if (version === null) continue
      const { name, note } = fields
      const row = { brandId, name, version, ...plan.words, note, savedBy: by.userId, savedAt: by.at }
      const [written] = await tx
        .insert(writtenTextVersions)
        .values(row)
        .returning({ id: writtenTextVersions.id })
      // The words stand in the row itself, which stays: the entry says which.
      await writeAudit(tx, by, {
        resource: 'written_texts',
        id: written?.id ?? 0,
        before: { name, brand_id: brandId, version: version - 1, title: before?.title ?? '', note: '' },
        after: { name, brand_id: brandId, version, title: plan.words.title, note },
      })
      saved.push({ brandId, version })
    }
    return { ok: true, saved }
  })
}
