import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { type z } from 'zod'
import { type PilotFlight, type PilotFlightsReply } from '#contract/manifest-version.ts'
import { type Db } from '../db/client.ts'
import { terminals } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { users } from '../db/schema/people.ts'
import { addDays, addMinutes, toLocalDate } from '../rules/time/local-time.ts'
import { readManifestContents } from './manifests/read-manifest-contents.ts'
import { findVersions, presentState, toKnownVersion } from './manifests/read-manifest-states.ts'
import { fullName } from './pilots.ts'
import { loadRosters, readDutyLimits } from './rosters/load-rosters.ts'
import { findDutyOf, presentLimits, spanAround } from './rosters/present-roster.ts'
import { readManifest } from './read-manifest.ts'
import { nextSteps } from './rules/flight-steps.ts'

/**
 * The flights that a pilot flies today and tomorrow by their terminals' calendars, with all that the
 * pilot needs of each: it can be kept on a phone for where there is no connection.
 */
export async function readPilotFlights(
  db: Db,
  { pilotId, now }: { pilotId: number; now: Date },
): Promise<z.infer<typeof PilotFlightsReply>> {
  const [pilot] = await db.select({ name: fullName }).from(users).where(eq(users.id, pilotId))
  const rows = (await findFlights(db, { pilotId, now })).filter(({ localDate, timezone }) => {
    const today = toLocalDate(now, timezone)
    return localDate === today || localDate === addDays(today, 1)
  })
  const ids = rows.map(({ flight }) => flight.id)
  const contents = await readManifestContents(db, ids)
  const versions = ids.length === 0 ? [] : await findVersions(db, ids)
  const limits = await readDutyLimits(db)
  const span = spanAround(now.toISOString().slice(0, 10), limits, 2)
  const roster = (await loadRosters(db, { ...span, pilotId, now }))(pilotId)
  const presented: PilotFlight[] = []
  for (const { flight, arriveAt } of rows) {
    const content = contents.get(flight.id)
    const duty = findDutyOf(flight.id, roster, limits)
    if (!content || !duty) continue
    // Only a boarding flight may leave, so only there it matters what it lacks.
    const manifest =
      flight.status === 'boarding' ? await readManifest(db, flight.id, { pilotId, now }) : undefined
    presented.push({
      id: flight.id,
      flight_code: flight.flightCode,
      status: flight.status,
      next_statuses: nextSteps(flight.status, { ...flight, now }),
      arrive_at: addMinutes(arriveAt, flight.delayMins).toISOString(),
      delay_mins: flight.delayMins,
      before_departure: manifest?.flight.before_departure ?? [],
      off_blocks_at: flight.offBlocksAt?.toISOString() ?? null,
      landed_at: flight.landedAt?.toISOString() ?? null,
      content,
      manifest_state: presentState(
        content,
        versions.filter(({ flightId }) => flightId === flight.id).map(toKnownVersion),
        flight.status,
      ),
      duty,
    })
  }
  return { pilot_flights: presented, pilot_name: pilot?.name ?? '', duty_limits: presentLimits(limits) }
}

/** By the index of slots' dates: the days around now at every terminal, then only the pilot's flights. */
function findFlights(db: Db, { pilotId, now }: { pilotId: number; now: Date }) {
  const own = db
    .select()
    .from(flights)
    .where(and(eq(flights.slotId, slots.id), eq(flights.pilotId, pilotId)))
    .offset(0)
    .as('flight')
  const today = toLocalDate(now, 'UTC')
  return db
    .select({
      flight: {
        id: own.id,
        flightCode: own.flightCode,
        status: own.status,
        departAt: own.departAt,
        delayMins: own.delayMins,
        offBlocksAt: own.offBlocksAt,
        landedAt: own.landedAt,
      },
      arriveAt: slots.arriveAt,
      localDate: slots.localDate,
      timezone: terminals.timezone,
    })
    .from(slots)
    .crossJoinLateral(own)
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .where(
      and(
        gte(slots.localDate, addDays(today, -1)),
        lte(slots.localDate, addDays(today, 2)),
        sql`${own.seatsSold} + ${own.seatsHeld} > 0`,
      ),
    )
    .orderBy(asc(own.departAt), asc(own.id))
}
