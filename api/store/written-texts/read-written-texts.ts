import { and, desc, eq } from 'drizzle-orm'
import { type WrittenText, type WrittenTextName, type WrittenWords } from '#contract/written-text.ts'
import { type DbOrTx } from '../../db/client.ts'
import { writtenTextVersions } from '../../db/schema/written-texts.ts'
import { readCatalogueVersion } from '../catalogue/read-catalogue.ts'

let kept: { token: string; texts: readonly WrittenText[] } | undefined

/**
 * The newest saved words of every text and brand: one query for the catalogue's token, and the rest
 * only when something was written since this process read it last. Each saved version renews the
 * token.
 */
export async function readWrittenTexts(db: DbOrTx): Promise<readonly WrittenText[]> {
  const token = await readCatalogueVersion(db)
  if (kept?.token !== token) kept = { token, texts: await loadNewest(db) }
  return kept.texts
}

async function loadNewest(db: DbOrTx): Promise<readonly WrittenText[]> {
  const { brandId, name, version } = writtenTextVersions
  const rows = await db
    .selectDistinctOn([brandId, name])
    .from(writtenTextVersions)
    .orderBy(brandId, name, desc(version))
  return rows.map((row) => ({
    ...{ name: row.name, brand_id: row.brandId, version: row.version },
    ...{ title: row.title, summary: row.summary, body: row.body },
    saved_at: row.savedAt.toISOString(),
  }))
}

interface VersionKey {
  brandId: number
  name: WrittenTextName
  version: number
}

/** The words of one version; undefined for an unknown one. */
export async function findWrittenVersion(
  db: DbOrTx,
  { brandId, name, version }: VersionKey,
): Promise<WrittenWords | undefined> {
  const { title, summary, body } = writtenTextVersions
  const [words] = await db
    .select({ title, summary, body })
    .from(writtenTextVersions)
    .where(
      and(
        eq(writtenTextVersions.brandId, brandId),
        eq(writtenTextVersions.name, name),
        eq(writtenTextVersions.version, version),
      ),
    )
  return words
}
