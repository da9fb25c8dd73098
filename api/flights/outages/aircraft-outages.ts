import { and, asc, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import {
  type AircraftOutage,
  type AircraftOutageFields,
  type AircraftOutageList,
  type OutagePreview,
} from '#contract/aircraft-outage.ts'
import { type Db, type DbOrTx, type Tx } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { aircraft, aircraftOutages, terminals } from '../../db/schema/catalogue.ts'
import { flights } from '../../db/schema/inventory.ts'
import { type ApiDeps } from '../../deps.ts'
import { addDays, instantOf, toLocalTime } from '../../rules/time/local-time.ts'
import { lockUpcomingFlights } from '../../seats/open-flights.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { readFlightBoard } from '../read-flight-board.ts'
import { findFlightsBy, type RosterFlight } from '../rosters/load-rosters.ts'
import { presentFlight } from '../rosters/present-roster.ts'

const AHEAD = ['scheduled', 'delayed', 'boarding'] as const
const isBooked = sql`${flights.seatsSold} + ${flights.seatsHeld} > 0`

function findOutages(db: DbOrTx) {
  return db
    .select({
      id: aircraftOutages.id,
      aircraftId: aircraftOutages.aircraftId,
      registration: aircraft.registration,
      terminalName: terminals.name,
      timezone: terminals.timezone,
      fromAt: aircraftOutages.fromAt,
      untilAt: aircraftOutages.untilAt,
      fromDate: aircraftOutages.fromDate,
      untilDate: aircraftOutages.untilDate,
      reason: aircraftOutages.reason,
      flights: sql<number>`(select count(*)::int from ${flights}
        where ${flights.aircraftId} = ${aircraftOutages.aircraftId} and ${isBooked}
          and ${flights.status} in ('scheduled', 'delayed', 'boarding')
          and ${flights.departAt} < ${aircraftOutages.untilAt}
          and ${flights.readyAt} > ${aircraftOutages.fromAt})`,
    })
    .from(aircraftOutages)
    .innerJoin(aircraft, eq(aircraft.id, aircraftOutages.aircraftId))
    .innerJoin(terminals, eq(terminals.id, aircraft.terminalId))
    .$dynamic()
}

const presentOutage = (row: Awaited<ReturnType<typeof findOutages>>[number]): AircraftOutage => ({
  id: row.id,
  aircraft_id: row.aircraftId,
  registration: row.registration,
  terminal_name: row.terminalName,
  from_date: row.fromDate,
  until_date: row.untilDate,
  ...presentHours(row),
  reason: row.reason,
  flights: row.flights,
})

/** The hours of an outage that does not last for whole days. */
function presentHours({ timezone, fromAt, untilAt }: { timezone: string; fromAt: Date; untilAt: Date }) {
  const [from, until] = [toLocalTime(fromAt, timezone), toLocalTime(untilAt, timezone)]
  const isWholeDays = from === '00:00' && until === '00:00'
  return { from_time: isWholeDays ? null : from, until_time: isWholeDays ? null : until }
}

/** The days on which aircraft do not fly that are not over, and every aircraft. */
export async function listOutages(db: Db, now: Date): Promise<AircraftOutageList> {
  const rows = await findOutages(db)
    .where(gt(aircraftOutages.untilAt, now))
    .orderBy(asc(aircraftOutages.fromAt), asc(aircraftOutages.id))
  const machines = await db
    .select({
      id: aircraft.id,
      registration: aircraft.registration,
      terminal_name: terminals.name,
      in_service: aircraft.inService,
    })
    .from(aircraft)
    .innerJoin(terminals, eq(terminals.id, aircraft.terminalId))
    .orderBy(asc(terminals.id), asc(aircraft.registration))
  return { aircraft_outages: rows.map(presentOutage), aircraft: machines }
}

async function readOutage(db: DbOrTx, id: number): Promise<AircraftOutage> {
  const [row] = await findOutages(db).where(eq(aircraftOutages.id, id))
  if (!row) throw new Error('The days were written and are not there')
  return presentOutage(row)
}

export type OutageMade =
  | { ok: true; preview?: undefined; outage: AircraftOutage; isNew: boolean }
  | { ok: true; preview: OutagePreview }
  | { ok: false; reason: 'no_such_aircraft' | 'absence_over' }
  | { ok: false; reason: 'outage_changed'; preview: OutagePreview }

interface Span {
  aircraftId: number
  fromAt: Date
  untilAt: Date
}

/**
 * Notes that an aircraft does not fly on some days. It gets no further departures in these days; flights
 * that are booked on it stay as they are, and are tasks of the desk until they have another aircraft.
 *
 * @param fields.seen the flights that the preview named; nothing is written if they are others now
 */
export async function makeOutage(
  deps: ApiDeps,
  fields: AircraftOutageFields,
  by: AuditBy,
): Promise<OutageMade> {
  const { db } = deps.database
  const { aircraft_id: aircraftId, from_date: fromDate, until_date: untilDate, reason } = fields
  const [place] = await db
    .select({ timezone: terminals.timezone })
    .from(aircraft)
    .innerJoin(terminals, eq(terminals.id, aircraft.terminalId))
    .where(eq(aircraft.id, aircraftId))
  if (!place) return { ok: false, reason: 'no_such_aircraft' }
  const fromAt = instantOf(fromDate, '00:00', place.timezone)
  const untilAt = instantOf(addDays(untilDate, 1), '00:00', place.timezone)
  if (untilAt <= by.at) return { ok: false, reason: 'absence_over' }
  const span = { aircraftId, fromAt, untilAt }
  const preview = async () => presentHit(db, await findHit(db, span, by.at), by.at)
  if (fields.preview) return { ok: true, preview: await preview() }
  const written = await retryDeadlocks(() =>
    db.transaction(async (tx) => {
      await lockAircraft(tx, aircraftId, by.at)
      return writeOutage(tx, { ...span, fromDate, untilDate, reason }, { seen: fields.seen, by })
    }),
  )
  if (!written) return { ok: false, reason: 'outage_changed', preview: await preview() }
  return { ok: true, outage: await readOutage(db, written.id), isNew: written.isNew }
}

/** Locks an aircraft and the flights on it: slots before it, as whoever puts people on it. */
async function lockAircraft(tx: Tx, aircraftId: number, now: Date): Promise<void> {
  await lockUpcomingFlights(tx, eq(flights.aircraftId, aircraftId), now)
  await tx.select({ id: aircraft.id }).from(aircraft).where(eq(aircraft.id, aircraftId)).for('update')
}

/**
 * Takes an aircraft out of service for some hours of a day, unless it is already. Its booked flights
 * stay on it, whichever they are.
 */
export async function takeOutForHours(
  deps: Pick<ApiDeps, 'database'>,
  { date, reason, ...span }: Span & { date: string; reason: string },
  by: AuditBy,
): Promise<void> {
  const { aircraftId, fromAt, untilAt } = span
  const covering = and(
    eq(aircraftOutages.aircraftId, aircraftId),
    lte(aircraftOutages.fromAt, fromAt),
    gte(aircraftOutages.untilAt, untilAt),
  )
  await retryDeadlocks(() =>
    deps.database.db.transaction(async (tx) => {
      await lockAircraft(tx, aircraftId, by.at)
      if ((await tx.$count(aircraftOutages, covering)) > 0) return
      await writeOutage(tx, { ...span, fromDate: date, untilDate: date, reason }, { by })
    }),
  )
}

async function writeOutage(
  tx: Tx,
  values: typeof aircraftOutages.$inferInsert & Span,
  { seen, by }: { seen?: readonly number[]; by: AuditBy },
): Promise<{ id: number; isNew: boolean } | undefined> {
  const { aircraftId, fromAt, untilAt } = values
  if (seen) {
    const hit = await findHit(tx, values, by.at)
    if (hit.length !== seen.length || hit.some(({ id }) => !seen.includes(id))) return undefined
  }
  const same = and(
    eq(aircraftOutages.aircraftId, aircraftId),
    eq(aircraftOutages.fromAt, fromAt),
    eq(aircraftOutages.untilAt, untilAt),
  )
  const [known] = await tx.select({ id: aircraftOutages.id }).from(aircraftOutages).where(same)
  if (known) return { id: known.id, isNew: false }
  const [made] = await tx.insert(aircraftOutages).values(values).returning({ id: aircraftOutages.id })
  if (!made) throw new Error('The days were not written')
  await writeAudit(tx, by, { resource: 'aircraft_outages', id: made.id, after: auditOf(values) })
  return { id: made.id, isNew: true }
}

const auditOf = (
  row: Pick<typeof aircraftOutages.$inferInsert, 'aircraftId' | 'fromDate' | 'untilDate' | 'reason'>,
) => ({
  aircraft_id: row.aircraftId,
  from_date: row.fromDate,
  until_date: row.untilDate,
  reason: row.reason,
})

/** Puts an aircraft back into service on these days. */
export async function removeOutage(db: Db, id: number, by: AuditBy): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(aircraftOutages).where(eq(aircraftOutages.id, id)).returning()
    if (!gone) return false
    await writeAudit(tx, by, { resource: 'aircraft_outages', id, before: auditOf(gone) })
    return true
  })
}

/** The booked flights of an aircraft in a span that have still to leave, soonest first. */
const findHit = (db: DbOrTx, { aircraftId, fromAt, untilAt }: Span, now: Date): Promise<RosterFlight[]> =>
  findFlightsBy(
    db,
    and(
      eq(flights.aircraftId, aircraftId),
      inArray(flights.status, [...AHEAD]),
      isBooked,
      gt(flights.departAt, new Date(now.getTime() - LATE_MS)),
      lt(flights.departAt, untilAt),
      gt(flights.readyAt, fromAt),
    ),
  )

/** How long after its time a flight may still leave late. */
const LATE_MS = 12 * 3_600_000
/** So many flights are looked at for another aircraft; each costs a read of its day. */
const MOST_LOOKED_AT = 12

async function presentHit(db: Db, hit: readonly RosterFlight[], now: Date): Promise<OutagePreview> {
  const hit_flights: OutagePreview['hit_flights'] = []
  for (const [at, flight] of hit.entries()) {
    const board =
      at < MOST_LOOKED_AT
        ? await readFlightBoard(db, { date: flight.date, now, flightId: flight.id })
        : undefined
    const fitting = board?.options?.aircraft.filter(({ reasons }) => reasons.length === 0)
    hit_flights.push({
      ...presentFlight(flight),
      aircraft:
        fitting?.map(({ aircraft_id: id }) => ({
          id,
          registration: board?.aircraft.find((one) => one.id === id)?.registration ?? '',
        })) ?? null,
    })
  }
  return { hit_flights }
}
