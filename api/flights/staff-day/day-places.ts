import { asc, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { aircraft, aircraftOutages, terminals } from '../../db/schema/catalogue.ts'
import { jsonRows, statement } from '../../db/statement.ts'
import { findDaylight } from '../../rules/time/flight-day.ts'
import { instantOf } from '../../rules/time/local-time.ts'

/** All terminals with their aircraft that are out of service on a date. */
export const selectPlaces = statement<{ date: string }, PlaceRow[]>((db) => findPlaces(db))
type PlaceRow = Awaited<ReturnType<typeof findPlaces>>[number]

const findPlaces = (db: DbOrTx) =>
  db
    .select({
      id: terminals.id,
      name: terminals.name,
      timezone: terminals.timezone,
      latitude: terminals.latitude,
      longitude: terminals.longitude,
      idle: jsonRows(
        { id: aircraft.id, registration: aircraft.registration },
        {
          from: aircraft,
          where: sql`${aircraft.terminalId} = ${terminals.id} and (not ${aircraft.inService} or exists (
            select 1 from ${aircraftOutages} where ${aircraftOutages.aircraftId} = ${aircraft.id}
              and ${sql.placeholder('date')}::date between ${aircraftOutages.fromDate}
                and ${aircraftOutages.untilDate}))`,
          orderBy: sql`${aircraft.registration}`,
        },
      ),
    })
    .from(terminals)
    .orderBy(asc(terminals.id))

export function presentDaylight(
  date: string,
  place: { timezone: string; latitude: number; longitude: number },
) {
  const { sunrise, sunset, dusk } = findDaylight(instantOf(date, '12:00', place.timezone), place)
  return {
    sunrise: sunrise?.toISOString() ?? null,
    sunset: sunset?.toISOString() ?? null,
    last_light: dusk?.toISOString() ?? null,
  }
}
