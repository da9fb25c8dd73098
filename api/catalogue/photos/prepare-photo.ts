import { and, eq } from 'drizzle-orm'
import { FocalPoint } from '#contract/photo.ts'
import { products } from '../../db/schema/catalogue.ts'
import { photoCuts, photoFiles, photos } from '../../db/schema/photos.ts'
import { type ApiDeps } from '../../deps.ts'
import { cutProductPhoto } from '../../gateways/product-photos.ts'
import { conflict, invalid, type Refusal, type Wire } from '../../resources/resource.ts'
import { runOneAtATime } from './one-at-a-time.ts'

type Deps = Pick<ApiDeps, 'database' | 'clock'>

/**
 * Makes the pictures that a product needs for the sent photo and focal point, before the product is
 * written: that takes seconds, and nobody waits for a lock meanwhile. Pictures that are there already
 * cost one query.
 *
 * @param id the product; undefined for a new one
 * @returns why it cannot be done
 */
export async function preparePhoto(
  deps: Deps,
  id: number | undefined,
  sent: Wire,
): Promise<Refusal | undefined> {
  if (sent['photo'] === undefined && sent['photo_focal'] === undefined) return undefined
  const shown = await readShown(deps, id)
  const photo = sent['photo'] === undefined ? shown.photo : sent['photo']
  if (typeof photo !== 'string') return undefined
  const focal = FocalPoint.catch(shown.focal).parse(sent['photo_focal'])
  return makeCut(deps, photo, focal)
}

async function readShown({ database: { db } }: Deps, id: number | undefined) {
  const none = { photo: null, focal: 'center' as const }
  if (id === undefined) return none
  const [row] = await db
    .select({ photo: products.photo, focal: products.photoFocal })
    .from(products)
    .where(eq(products.id, id))
  return row ?? none
}

async function makeCut(
  { database: { db }, clock }: Deps,
  id: string,
  focal: FocalPoint,
): Promise<Refusal | undefined> {
  const usedAt = clock.now()
  const known = await db
    .update(photoCuts)
    .set({ usedAt })
    .where(and(eq(photoCuts.photo, id), eq(photoCuts.focal, focal)))
    .returning({ focal: photoCuts.focal })
  if (known.length > 0) return undefined
  const [photo] = await db.select().from(photos).where(eq(photos.id, id))
  if (!photo) return invalid({ photo: ['There is no such photo any more. Please upload it again'] })
  const files = await runOneAtATime(() => cutProductPhoto(photo, focal))
  if (!files) return conflict(BUSY)
  await db.transaction(async (tx) => {
    await tx
      .insert(photoCuts)
      .values({ photo: id, focal, usedAt })
      .onConflictDoUpdate({ target: [photoCuts.photo, photoCuts.focal], set: { usedAt } })
    await tx
      .insert(photoFiles)
      .values(files.map((file) => ({ ...file, photo: id, focal })))
      .onConflictDoNothing()
  })
  return undefined
}

const BUSY = 'Other photos are being made ready just now. Please try again in a few seconds.'
