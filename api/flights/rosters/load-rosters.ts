import { aliasedTable, and, asc, eq, gt, gte, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { products, terminals } from '../../db/schema/catalogue.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { dutyLimits, pilotAbsences, pilotHours } from '../../db/schema/pilots.ts'
import { statement } from '../../db/statement.ts'
import { addDays } from '../../rules/time/local-time.ts'
import { expectedArrival } from '../../slots/expected-times.ts'
import { type DutyFlight, type DutyLimits } from '../rules/duty.ts'
import { type Absence, type Availability } from '../rules/pilot-availability.ts'
import { type PilotFlight } from '../rules/pilot-clash.ts'

const arrivals = aliasedTable(terminals, 'arrivals')
const placeOf = (of: typeof terminals | typeof arrivals) => ({
  id: of.id,
  latitude: of.latitude,
  longitude: of.longitude,
})

export interface RosterAbsence extends Absence {
  note: string | null
  byPilot: boolean
}

/** A flight of a pilot, with all that decides who can fly it. */
export interface RosterFlight extends DutyFlight, PilotFlight {
  slotId: number
  pilotId: number | null
  status: (typeof flights.$inferSelect)['status']
  productName: string
  terminalName: string
  timezone: string
  /** Seats that are sold or held. */
  seatsTaken: number
}

/** What a pilot flies in a span, and when they can fly. */
export interface Roster extends Availability {
  absences: RosterAbsence[]
  flights: RosterFlight[]
}

const DAY_MS = 86_400_000

/** So far on each side of a flight its duty, the rest around it and the days in a row may reach. */
export const reachOf = ({ maxDaysInRow, maxDutyMins, minRestMins }: DutyLimits): number =>
  Math.max((maxDaysInRow ?? 0) + 1, Math.ceil((2 * (maxDutyMins + minRestMins)) / 1_440) + 1) * DAY_MS

const selectLimits = statement((db) => db.select().from(dutyLimits))

/** How long pilots may fly and be on duty. */
export async function readDutyLimits(db: DbOrTx): Promise<DutyLimits> {
  const [row] = await selectLimits(db, {})
  if (!row) throw new Error('The limits of duty are missing')
  const { maxFlightMins, maxDutyMins, minRestMins, maxDaysInRow, reportMins, releaseMins } = row
  return { maxFlightMins, maxDutyMins, minRestMins, maxDaysInRow, reportMins, releaseMins }
}

const hasSeats = gt(sql`${flights.seatsSold} + ${flights.seatsHeld}`, 0)

const selectFlights = (db: DbOrTx) =>
  db
    .select({
      id: flights.id,
      slotId: flights.slotId,
      code: flights.flightCode,
      pilotId: flights.pilotId,
      status: flights.status,
      date: slots.localDate,
      departAt: flights.departAt,
      readyAt: flights.readyAt,
      arriveAt: expectedArrival,
      offBlocksAt: flights.offBlocksAt,
      landedAt: flights.landedAt,
      productName: products.name,
      terminalName: terminals.name,
      timezone: terminals.timezone,
      from: placeOf(terminals),
      to: placeOf(arrivals),
      seatsTaken: sql<number>`${flights.seatsSold} + ${flights.seatsHeld}`.mapWith(Number),
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .innerJoin(arrivals, eq(arrivals.id, products.arrivalTerminalId))
    .$dynamic()

/** Flights by a condition on them, soonest first. */
export const findFlightsBy = (db: DbOrTx, which: SQL | undefined): Promise<RosterFlight[]> =>
  selectFlights(db).where(which).orderBy(asc(flights.departAt), asc(flights.id))

/** A flight as it stands in rosters; undefined if there is none. */
export async function findRosterFlight(db: DbOrTx, flightId: number): Promise<RosterFlight | undefined> {
  const [found] = await selectFlight(db, { flightId })
  return found
}

const selectFlight = statement<{ flightId: number }, RosterFlight[]>((db) =>
  selectFlights(db).where(eq(flights.id, sql.placeholder('flightId'))),
)

const pilotId = sql`${sql.placeholder('pilotId')}::int`
const ofPilot = (column: typeof flights.pilotId | typeof pilotHours.userId | typeof pilotAbsences.userId) =>
  sql`(${pilotId} is null or ${column} = ${pilotId})`

interface FlightsQuery {
  pilotId: number | null
  from: Date
  until: Date
  now: Date
}

/** The flights of a span, with their slots by index: a flight leaves at its slot’s time, or late. */
const inSpan = and(
  gt(flights.departAt, sql.placeholder('from')),
  lt(flights.departAt, sql.placeholder('until')),
  gt(slots.departAt, sql`${sql.placeholder('from')}::timestamptz - interval '2 days'`),
  lt(slots.departAt, sql.placeholder('until')),
)

/** A flight that nobody booked counts while somebody still may. */
const selectFlown = statement<FlightsQuery, RosterFlight[]>((db) =>
  selectFlights(db)
    .where(
      and(
        isNotNull(flights.pilotId),
        ofPilot(flights.pilotId),
        ne(flights.status, 'called_off'),
        inSpan,
        or(hasSeats, gt(flights.departAt, sql.placeholder('now'))),
      ),
    )
    .orderBy(asc(flights.departAt), asc(flights.id)),
)
const selectOpen = statement<Omit<FlightsQuery, 'pilotId' | 'now'>, RosterFlight[]>((db) =>
  selectFlights(db)
    .where(
      and(
        sql`${flights.pilotId} is null`,
        sql`${flights.status} in ('scheduled', 'delayed', 'boarding')`,
        hasSeats,
        inSpan,
      ),
    )
    .orderBy(asc(flights.departAt), asc(flights.id)),
)
const selectHours = statement<{ pilotId: number | null }, (typeof pilotHours.$inferSelect)[]>((db) =>
  db
    .select()
    .from(pilotHours)
    .where(ofPilot(pilotHours.userId))
    .orderBy(asc(pilotHours.userId), asc(pilotHours.dayOfWeek)),
)
const selectAbsences = statement<
  { pilotId: number | null; fromDate: string },
  (typeof pilotAbsences.$inferSelect)[]
>((db) =>
  db
    .select()
    .from(pilotAbsences)
    .where(and(ofPilot(pilotAbsences.userId), gte(pilotAbsences.untilDate, sql.placeholder('fromDate'))))
    .orderBy(asc(pilotAbsences.fromDate), asc(pilotAbsences.id)),
)

interface RostersQuery {
  /** One pilot; without it all of them. */
  pilotId?: number | undefined
  /** Flights that leave in this span. */
  from: Date
  until: Date
  now: Date
}

/** What pilots fly in a span and when they can fly, by the id of their account. */
export async function loadRosters(db: DbOrTx, query: RostersQuery): Promise<(pilot: number) => Roster> {
  const { from, until, now } = query
  const who = { pilotId: query.pilotId ?? null }
  const fromDate = addDays(from.toISOString().slice(0, 10), -1)
  const [flown, hours, absences] = await Promise.all([
    selectFlown(db, { ...who, from, until, now }),
    selectHours(db, who),
    selectAbsences(db, { ...who, fromDate }),
  ])
  return (pilot) => ({
    flights: flown.filter((one) => one.pilotId === pilot),
    hours: hours
      .filter(({ userId }) => userId === pilot)
      .map(({ dayOfWeek, fromTime, untilTime }) => ({ dayOfWeek, from: fromTime, until: untilTime })),
    absences: absences.filter(({ userId }) => userId === pilot),
  })
}

/** The booked flights of a span that have still to leave and have no pilot. */
export const findOpenFlights = (db: DbOrTx, span: { from: Date; until: Date }) => selectOpen(db, span)
