import { eq, sql } from 'drizzle-orm'
import { PhotoFileName } from '#contract/photo.ts'
import { type Db } from '../../db/client.ts'
import { photoFiles } from '../../db/schema/photos.ts'
import { statement } from '../../db/statement.ts'

/** The pictures of some fifteen products in all their sizes. */
const KEPT_BYTES = 8_000_000

type Content = Uint8Array<ArrayBuffer>

/** Files by name, the one that was not read for the longest time first. */
class KeptFiles {
  private readonly files = new Map<string, Content>()
  private bytes = 0

  get(name: string): Content | undefined {
    const found = this.files.get(name)
    if (found && this.files.delete(name)) this.files.set(name, found)
    return found
  }

  keep(name: string, content: Content): void {
    if (this.files.has(name)) return
    this.files.set(name, content)
    this.bytes += content.byteLength
    for (const [oldest, { byteLength }] of this.files) {
      if (this.bytes <= KEPT_BYTES) return
      this.files.delete(oldest)
      this.bytes -= byteLength
    }
  }
}

const kept = new WeakMap<Db, KeptFiles>()

const selectFile = statement((db) =>
  db
    .select({ content: photoFiles.content })
    .from(photoFiles)
    .where(eq(photoFiles.name, sql.placeholder('name'))),
)

/**
 * Reads a picture by its name, from memory or by its primary key. What has a name never changes, so
 * that what is kept is never out of date.
 */
export async function readPhotoFile(db: Db, name: string): Promise<Content | undefined> {
  if (!PhotoFileName.safeParse(name).success) return undefined
  const files = kept.get(db) ?? new KeptFiles()
  kept.set(db, files)
  const known = files.get(name)
  if (known) return known
  const [row] = await selectFile(db, { name })
  if (!row) return undefined
  const content = new Uint8Array(row.content)
  files.keep(name, content)
  return content
}
