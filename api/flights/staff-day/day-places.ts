import { asc, sql } from 'drizzle-orm'
import { aircraft, terminals } from '../../db/schema/catalogue.ts'
import { jsonRows, statement } from '../../db/statement.ts'
import { findDaylight } from '../../rules/time/flight-day.ts'
import { instantOf } from '../../rules/time/local-time.ts'

/** All terminals with their aircraft that are out of service. */
export const selectPlaces = statement((db) =>
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
          where: sql`${aircraft.terminalId} = ${terminals.id} and not ${aircraft.inService}`,
          orderBy: sql`${aircraft.registration}`,
        },
      ),
    })
    .from(terminals)
    .orderBy(asc(terminals.id)),
)

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
