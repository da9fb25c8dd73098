import { and, eq, exists, lte, notExists } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'
import { products } from '../../db/schema/catalogue.ts'
import { photoCuts, photos } from '../../db/schema/photos.ts'

/** Long enough for pages that somebody has open, and for taking a change back. */
const UNUSED_RETENTION_MS = 7 * 24 * 3_600_000

/**
 * Deletes photos, and cuts around a former focal point, that no product has shown for a week. A
 * photo that was uploaded and never saved goes with them.
 */
export async function deleteUnusedPhotos(db: Db, now: Date): Promise<void> {
  const showing = db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.photo, photoCuts.photo), eq(products.photoFocal, photoCuts.focal)))
  const before = new Date(now.getTime() - UNUSED_RETENTION_MS)
  await db.update(photoCuts).set({ usedAt: now }).where(exists(showing))
  await db.delete(photoCuts).where(and(lte(photoCuts.usedAt, before), notExists(showing)))
  const cut = db.select({ focal: photoCuts.focal }).from(photoCuts).where(eq(photoCuts.photo, photos.id))
  await db.delete(photos).where(and(lte(photos.usedAt, before), notExists(cut)))
}
