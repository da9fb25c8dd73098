import { and, asc, eq, lte } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { writtenTextDrafts } from '../db/schema/written-texts.ts'
import { type ApiDeps } from '../deps.ts'
import { lockBrands, saveVersionsIn } from './save-version.ts'

/**
 * Publishes the texts whose time has come, each in one transaction that also takes it off the list: a
 * killed job goes on where it stopped, and two at once publish each text once. It is saved under the
 * name of who planned it. A text that somebody changed after it was planned is not written over: what
 * was planned is a draft again, with the time at which that was found.
 */
export async function publishDueTexts(deps: Pick<ApiDeps, 'database' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  while (await deps.database.db.transaction((tx) => publishNext(tx, now)));
}

/** False once nothing is due. */
async function publishNext(tx: Tx, now: Date): Promise<boolean> {
  const isDue = lte(writtenTextDrafts.publishAt, now)
  const [next] = await tx
    .select()
    .from(writtenTextDrafts)
    .where(isDue)
    .orderBy(asc(writtenTextDrafts.publishAt), asc(writtenTextDrafts.id))
    .limit(1)
  if (!next) return false
  const { id, name, brandId, title, summary, body, note } = next
  const fields = {
    ...{ name, title, summary, body, note, sign_again: next.signAgain },
    brands: [{ brand_id: brandId, version_was: next.versionWas, draft_was: id }],
  }
  // Brands are locked before drafts, as whoever saves does; the draft may have gone meanwhile.
  await lockBrands(tx, fields)
  const own = and(eq(writtenTextDrafts.id, id), isDue)
  const [draft] = await tx
    .select({ id: writtenTextDrafts.id })
    .from(writtenTextDrafts)
    .where(own)
    .for('update')
  if (!draft) return true
  const done = await saveVersionsIn(tx, fields, { userId: next.savedBy, at: now })
  if (!done.ok)
    await tx
      .update(writtenTextDrafts)
      .set({ publishAt: null, missedAt: now })
      .where(eq(writtenTextDrafts.id, id))
  return true
}
