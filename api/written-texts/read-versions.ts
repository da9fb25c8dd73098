import { and, desc, eq, type SQL } from 'drizzle-orm'
import { type z } from 'zod'
import {
  type WrittenTextHistoryReply,
  type WrittenTextName,
  type WrittenTextVersion,
  type WrittenTextVersionWords,
} from '#contract/written-text.ts'
import { type DbOrTx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { writtenTextVersions } from '../db/schema/written-texts.ts'
import { countSigned } from './count-signatures.ts'
import { findDraft } from './read-drafts.ts'
import { savedBy } from './saved-by.ts'

/** The versions that a page lists. */
const MOST = 50

const { id, brandId, name, version, title, summary, body, note, savedAt, signAgain } = writtenTextVersions
const without = { id, brandId, name, version, note, savedAt, signAgain, by: savedBy.as('by') }

type Row = Awaited<ReturnType<typeof selectVersions>>[number]

const selectVersions = (db: DbOrTx, where: SQL | undefined) =>
  db
    .select(without)
    .from(writtenTextVersions)
    .innerJoin(users, eq(users.id, writtenTextVersions.savedBy))
    .where(where)
    .orderBy(desc(version))
    .limit(MOST)

const present = (row: Row): WrittenTextVersion => ({
  ...{ name: row.name, brand_id: row.brandId, version: row.version, note: row.note },
  saved_at: row.savedAt.toISOString(),
  saved_by: row.by,
  sign_again: row.signAgain,
})

/** The newest version of every text and brand that was ever saved. */
export async function listNewestVersions(db: DbOrTx): Promise<WrittenTextVersion[]> {
  const rows = await db
    .selectDistinctOn([brandId, name], without)
    .from(writtenTextVersions)
    .innerJoin(users, eq(users.id, writtenTextVersions.savedBy))
    .orderBy(brandId, name, desc(version))
  return rows.map(present)
}

interface TextKey {
  brandId: number
  name: WrittenTextName
}

/** The versions of a text, the newest first, and its draft; of a waiver with what was signed. */
export async function readHistory(
  db: DbOrTx,
  key: TextKey,
): Promise<z.infer<typeof WrittenTextHistoryReply>> {
  const rows = await selectVersions(db, and(eq(brandId, key.brandId), eq(name, key.name)))
  const [first] = rows
  const signed = key.name === 'waiver' ? await countSigned(db, key.brandId) : undefined
  return {
    written_text_versions: rows.map((row) => ({
      ...present(row),
      ...(signed && { signed: signed.get(row.version) ?? 0 }),
    })),
    newest: first ? ((await findVersion(db, { ...key, version: first.version })) ?? null) : null,
    draft: (await findDraft(db, key)) ?? null,
    ...(signed && { signed_of_files: signed.get(0) ?? 0 }),
  }
}

/** One version with its words; undefined for an unknown one. */
export async function findVersion(
  db: DbOrTx,
  { brandId: brand, name: text, version: number }: TextKey & { version: number },
): Promise<WrittenTextVersionWords | undefined> {
  const [row] = await db
    .select({ ...without, title, summary, body })
    .from(writtenTextVersions)
    .innerJoin(users, eq(users.id, writtenTextVersions.savedBy))
    .where(and(eq(brandId, brand), eq(name, text), eq(version, number)))
  return row && { ...present(row), title: row.title, summary: row.summary, body: row.body }
}
