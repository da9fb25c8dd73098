import { and, eq } from 'drizzle-orm'
import { flightPhotos } from '../db/schema/flight-photos.ts'
import { flights } from '../db/schema/inventory.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { openOrderLink } from '../orders/open-order-link.ts'
import { type PhotoSize, photoKey, removeFiles } from './add-photo.ts'
import { listFlights } from './list-flights.ts'
import { listPhotos } from '../store/orders/list-flight-photos.ts'

export interface OpenedPhoto {
  bytes: Uint8Array<ArrayBuffer>
  /** Changes only with the picture: a photo is never replaced, only removed. */
  etag: string
  fileName: string
}
export interface PhotoSelector {
  photoId: number
  size: PhotoSize
}

/**
 * Opens a picture for a passenger of the flight; undefined for anybody else, as if there were none.
 */
export async function openPhoto(
  deps: ApiDeps,
  caller: SignedInCaller,
  which: PhotoSelector & { flightId: number },
): Promise<OpenedPhoto | undefined> {
  const { db } = deps.database
  const page = { limit: 1, offset: 0, now: deps.clock.now() }
  const { rows } = await listFlights(db, caller, { flightId: which.flightId }, page)
  return rows.length > 0 ? read(deps, [which.flightId], which) : undefined
}

/** Opens a picture for a visitor with the link of an order's mail. */
export async function openLinkedPhoto(
  deps: ApiDeps,
  token: string,
  which: PhotoSelector,
): Promise<OpenedPhoto | undefined> {
  const opened = await openOrderLink(deps, token)
  return opened.ok ? read(deps, opened.flightIds, which) : undefined
}

async function read(
  { database: { db }, files }: ApiDeps,
  flightIds: readonly number[],
  { photoId, size }: PhotoSelector,
): Promise<OpenedPhoto | undefined> {
  const photo = (await listPhotos(db, flightIds)).find(({ id }) => id === photoId)
  if (!photo) return undefined
  const [row] = await db.select().from(flightPhotos).where(eq(flightPhotos.id, photoId))
  const bytes = row && (await files.get(photoKey(row.folder, size)))
  if (!bytes) return undefined
  return { bytes, etag: `"${row.sourceHash.slice(0, 32)}-${size}"`, fileName: photo.file_name }
}

/**
 * Removes a photo, for staff or the flight's pilot.
 *
 * @returns false when the caller can reach no such photo
 */
export async function removePhoto(
  { database: { db }, files }: Pick<ApiDeps, 'database' | 'files'>,
  { flightId, photoId, pilotId }: { flightId: number; photoId: number; pilotId: number | undefined },
): Promise<boolean> {
  const [found] = await db
    .select({ photo: flightPhotos, pilotId: flights.pilotId })
    .from(flightPhotos)
    .innerJoin(flights, eq(flights.id, flightPhotos.flightId))
    .where(and(eq(flightPhotos.id, photoId), eq(flightPhotos.flightId, flightId)))
  if (!found || (pilotId !== undefined && found.pilotId !== pilotId)) return false
  await db.delete(flightPhotos).where(eq(flightPhotos.id, photoId))
  await removeFiles(files, found.photo.folder)
  return true
}
