import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type FlightPhoto } from '#contract/flight.ts'
import { flightPhotos } from '../db/schema/flight-photos.ts'
import { flights } from '../db/schema/inventory.ts'
import { type ApiDeps } from '../deps.ts'
import { photoDay } from '../rules/time/flight-day.ts'
import { makePicture } from '../gateways/pictures.ts'
import { listPhotos } from '../store/orders/list-flight-photos.ts'

/** A phone's photo has about five megabytes, a full-frame camera's JPEG twenty. */
export const LARGEST_PHOTO = 25_000_000
/** More than enough for a flight of a dozen minutes. */
const MAX_PHOTOS_PER_FLIGHT = 200

export type PhotoAdded =
  | { ok: true; photo: FlightPhoto }
  | {
      ok: false
      reason: 'not_found' | 'photo_too_large' | 'photo_unreadable' | 'flight_not_flown' | 'too_many_photos'
    }

export interface NewPhoto {
  flightId: number
  /** The pilot who must have flown it; undefined for staff. */
  pilotId: number | undefined
  uploadedById: number | null
  bytes: Uint8Array
}

/**
 * Stores a photo of a flight that has left. Uploading the same file again returns the same photo.
 * The files are stored before the row that names them, so a row never names a missing file.
 */
export async function addPhoto(
  { database: { db }, files, clock }: Pick<ApiDeps, 'database' | 'files' | 'clock'>,
  { flightId, pilotId, uploadedById, bytes }: NewPhoto,
): Promise<PhotoAdded> {
  const now = clock.now()
  const [flight] = await db.select().from(flights).where(eq(flights.id, flightId))
  if (!flight || (pilotId !== undefined && flight.pilotId !== pilotId))
    return { ok: false, reason: 'not_found' }
  // One that left before its time has photos before its time, too.
  const hasLeft = flight.status === 'departed' || flight.status === 'landed' || flight.departAt <= now
  if (!hasLeft || flight.status === 'called_off') return { ok: false, reason: 'flight_not_flown' }
  if (bytes.byteLength > LARGEST_PHOTO) return { ok: false, reason: 'photo_too_large' }
  const sourceHash = createHash('sha256').update(bytes).digest('hex')
  const known = await findBySource()
  if (known) return { ok: true, photo: known }
  const all = await db.$count(flightPhotos, eq(flightPhotos.flightId, flightId))
  if (all >= MAX_PHOTOS_PER_FLIGHT) return { ok: false, reason: 'too_many_photos' }
  const made = await makePicture(bytes)
  if (!made) return { ok: false, reason: 'photo_unreadable' }
  const folder = `photos/${photoDay(flight.departAt)}/${flight.flightCode}-${randomUUID()}`
  await files.put(photoKey(folder, 'photo'), made.photo, 'image/jpeg')
  await files.put(photoKey(folder, 'thumbnail'), made.thumbnail, 'image/jpeg')
  const { width, height } = made
  const row = { flightId, folder, sourceHash, width, height, bytes: made.photo.byteLength, uploadedById }
  const written = await db
    .insert(flightPhotos)
    .values({ ...row, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: flightPhotos.id })
  if (written.length === 0) await removeFiles(files, folder)
  const photo = await findBySource()
  if (!photo) throw new Error(`A photo of flight ${String(flightId)} was lost`)
  return { ok: true, photo }

  async function findBySource() {
    const [row] = await db
      .select({ id: flightPhotos.id })
      .from(flightPhotos)
      .where(and(eq(flightPhotos.flightId, flightId), eq(flightPhotos.sourceHash, sourceHash)))
    return row && (await listPhotos(db, [flightId])).find(({ id }) => id === row.id)
  }
}

export type PhotoSize = 'photo' | 'thumbnail'

/** The key of a picture in the file store. */
export const photoKey = (folder: string, size: PhotoSize) => `${folder}/${size}.jpg`

export async function removeFiles(files: ApiDeps['files'], folder: string): Promise<void> {
  await files.remove(photoKey(folder, 'photo'))
  await files.remove(photoKey(folder, 'thumbnail'))
}
