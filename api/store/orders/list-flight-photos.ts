import { asc, eq, inArray } from 'drizzle-orm'
import { type FlightPhoto } from '#contract/flight.ts'
import { type DbOrTx } from '../../db/client.ts'
import { flightPhotos } from '../../db/schema/flight-photos.ts'
import { flights } from '../../db/schema/inventory.ts'
import { photoDay } from '../../rules/time/flight-day.ts'

/** The photos of some flights, in the order in which they were added. */
export async function listPhotos(db: DbOrTx, flightIds: readonly number[]): Promise<FlightPhoto[]> {
  if (flightIds.length === 0) return []
  const rows = await db
    .select({ photo: flightPhotos, code: flights.flightCode, departAt: flights.departAt })
    .from(flightPhotos)
    .innerJoin(flights, eq(flights.id, flightPhotos.flightId))
    .where(inArray(flightPhotos.flightId, [...flightIds]))
    .orderBy(asc(flightPhotos.id))
  return rows.map(({ photo, code, departAt }) => ({
    id: photo.id,
    flight_id: photo.flightId,
    file_name: `${photoDay(departAt)}-${code}-${String(photo.id)}.jpg`,
    width: photo.width,
    height: photo.height,
    bytes: photo.bytes,
    created_at: photo.createdAt.toISOString(),
  }))
}
