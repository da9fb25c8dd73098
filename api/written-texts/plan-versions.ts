import { and, desc, eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import {
  type WrittenTextDraftWords,
  type WrittenTextVersionWords,
  type WrittenTextWords,
  type WrittenWords,
} from '#contract/written-text.ts'
import { type DbOrTx } from '../db/client.ts'
import { writtenTextVersions } from '../db/schema/written-texts.ts'
import { findDraft } from './read-drafts.ts'
import { findVersion } from './read-versions.ts'
import { findWordProblems, tidyBody } from './rules/check-words.ts'

export type Refused =
  | { ok: false; reason: 'not_found' | 'text_draft_gone' }
  | { ok: false; reason: 'text_saved_meanwhile'; present: WrittenTextVersionWords | undefined }
  | { ok: false; reason: 'text_draft_saved_meanwhile'; draft: WrittenTextDraftWords }
  | { ok: false; fields: FieldErrors }

/** What a brand gets; `version` is null where these words are shown already. */
export interface Planned {
  brandId: number
  version: number | null
  before: (WrittenWords & { version: number }) | undefined
  /** The id of the draft that these words replace. */
  draft: number | undefined
}

interface Plan {
  ok: true
  words: WrittenWords
  brands: Planned[]
}

const UNCHANGED = 'These are the words that are shown already. Change something first'
const ONLY_WAIVERS = 'Only a waiver is signed'

export const wordsOf = (fields: WrittenTextWords): WrittenWords => ({
  ...{ title: fields.title, summary: fields.summary, body: tidyBody(fields.body) },
})

/** Checks words for the brands that shall get them, against what was saved last. */
export async function planVersions(db: DbOrTx, fields: WrittenTextWords): Promise<Plan | Refused> {
  const words = wordsOf(fields)
  const problems = findWordProblems(fields.name, words)
  if (Object.keys(problems).length > 0) return { ok: false, fields: problems }
  const plan = await planDrafts(db, fields)
  if (plan.ok && plan.brands.every(({ version }) => version === null))
    return { ok: false, fields: { body: [UNCHANGED] } }
  return plan
}

/** The same for words that may be unfinished, and the same as those that are shown. */
export async function planDrafts(db: DbOrTx, fields: WrittenTextWords): Promise<Plan | Refused> {
  const { name } = fields
  const words = wordsOf(fields)
  if (fields.sign_again && name !== 'waiver') return { ok: false, fields: { sign_again: [ONLY_WAIVERS] } }
  const planned: Planned[] = []
  for (const { brand_id: brandId, version_was: was, draft_was: draftWas } of fields.brands) {
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
    const draft = draftWas === undefined ? undefined : await findDraft(db, { brandId, name })
    if (draftWas !== undefined && draftWas !== (draft?.id ?? 0)) return refuseDraft(draft)
    planned.push({ brandId, version: isShown ? null : version + 1, before: newest, draft: draft?.id })
  }
  return { ok: true, words, brands: planned }
}

const refuseDraft = (draft: WrittenTextDraftWords | undefined): Refused =>
  draft
    ? { ok: false, reason: 'text_draft_saved_meanwhile', draft }
    : { ok: false, reason: 'text_draft_gone' }

const isSame = (one: WrittenWords, other: WrittenWords): boolean =>
  one.title === other.title && one.summary === other.summary && one.body === other.body
