import { and, eq, type SQL } from 'drizzle-orm'
import {
  type WrittenTextDraft,
  type WrittenTextDraftWords,
  type WrittenTextName,
} from '#contract/written-text.ts'
import { type DbOrTx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { writtenTextDrafts } from '../db/schema/written-texts.ts'
import { savedBy } from './saved-by.ts'

const selectDrafts = (db: DbOrTx, where?: SQL) =>
  db
    .select({ row: writtenTextDrafts, by: savedBy.as('by') })
    .from(writtenTextDrafts)
    .innerJoin(users, eq(users.id, writtenTextDrafts.savedBy))
    .where(where)
    .orderBy(writtenTextDrafts.brandId, writtenTextDrafts.name)

type Found = Awaited<ReturnType<typeof selectDrafts>>[number]

const present = ({ row, by }: Found): WrittenTextDraft => ({
  ...{ id: row.id, name: row.name, brand_id: row.brandId, version_was: row.versionWas, note: row.note },
  sign_again: row.signAgain,
  publish_at: row.publishAt?.toISOString() ?? null,
  missed_at: row.missedAt?.toISOString() ?? null,
  saved_at: row.savedAt.toISOString(),
  saved_by: by,
})

/** Every draft and every text that waits for its time, without the words. */
export const listDrafts = async (db: DbOrTx): Promise<WrittenTextDraft[]> =>
  (await selectDrafts(db)).map(present)

/** The draft of a text with its words, planned or not; undefined while there is none. */
export async function findDraft(
  db: DbOrTx,
  { brandId, name }: { brandId: number; name: WrittenTextName },
): Promise<WrittenTextDraftWords | undefined> {
  const of = and(eq(writtenTextDrafts.brandId, brandId), eq(writtenTextDrafts.name, name))
  const [found] = await selectDrafts(db, of)
  if (!found) return undefined
  const { title, summary, body } = found.row
  return { ...present(found), title, summary, body }
}
