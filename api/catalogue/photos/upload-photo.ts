import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Photo } from '#contract/photo.ts'
import { wholePhotoName } from '#contract/photo-files.ts'
import { photoFiles, photos } from '../../db/schema/photos.ts'
import { type ApiDeps } from '../../deps.ts'
import { readProductPhoto } from '../../gateways/product-photos.ts'
import { runOneAtATime } from './one-at-a-time.ts'

export type PhotoUploaded =
  | { ok: true; photo: Photo }
  | {
      ok: false
      reason:
        'photo_too_large' | 'photo_unreadable' | 'photo_too_small' | 'photo_too_many_pixels' | 'photos_busy'
    }

/**
 * Keeps a photo that a product may show. The same file again is the same photo. One that no product
 * shows is deleted after some days.
 */
export async function uploadPhoto(
  { database: { db }, clock, settings }: Pick<ApiDeps, 'database' | 'clock' | 'settings'>,
  bytes: Uint8Array,
): Promise<PhotoUploaded> {
  if (bytes.byteLength > settings.photoMegabytes * 1_000_000) return { ok: false, reason: 'photo_too_large' }
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  // It counts as new, so that it is not deleted before somebody has chosen it.
  const [known] = await db
    .update(photos)
    .set({ usedAt: clock.now() })
    .where(eq(photos.id, id))
    .returning({ id: photos.id, width: photos.width, height: photos.height })
  if (known) return { ok: true, photo: known }
  const read = await runOneAtATime(() => readProductPhoto(bytes))
  if (!read) return { ok: false, reason: 'photos_busy' }
  if (!read.ok) return read
  const { picture, width, height, whole } = read.photo
  await db.transaction(async (tx) => {
    await tx
      .insert(photos)
      .values({ id, picture, width, height, usedAt: clock.now() })
      .onConflictDoUpdate({ target: photos.id, set: { usedAt: clock.now() } })
    await tx
      .insert(photoFiles)
      .values({ name: wholePhotoName(id), photo: id, focal: null, content: whole })
      .onConflictDoNothing()
  })
  return { ok: true, photo: { id, width, height } }
}
