import { asc, eq, sql } from 'drizzle-orm'
import { type FlightPhoto } from '#contract/flight.ts'
import { type DbOrTx } from '../../db/client.ts'
import { flightPhotos } from '../../db/schema/flight-photos.ts'
import { flights } from '../../db/schema/inventory.ts'
import { statement } from '../../db/statement.ts'
import { photoDay } from '../../rules/time/flight-day.ts'

/** The photos of some flights, in the order in which they were added. */
export async function listPhotos(db: DbOrTx, flightIds: readonly number[]): Promise<FlightPhoto[]> {
  if (flightIds.length === 0) return []
  const rows = await selectPhotos(db, { flightIds })
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

const selectPhotos = statement((db) =>
  db
    .select({ photo: flightPhotos, code: flights.flightCode, departAt: flights.departAt })
    .from(flightPhotos)
    .innerJoin(flights, eq(flights.id, flightPhotos.flightId))
    .where(sql`${flightPhotos.flightId} = any(${sql.placeholder('flightIds')}::int[])`)
    .orderBy(asc(flightPhotos.id)),
)
