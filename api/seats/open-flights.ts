import { and, asc, eq, gt, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { terminals } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { type Limits, exceedsLimits, limitsAfterRefit, type TakenFlight } from '../rules/seats/refit.ts'
import { expectedArrival } from '../slots/expected-times.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'

export interface UpcomingFlight extends TakenFlight {
  id: number
  slotId: number
  departAt: Date
  arriveAt: Date
  terminalId: number
  timezone: string
}

/** How long after its time a departure may still leave late. */
const LATE_MS = 12 * 3_600_000

const toFly = (which: SQL, now: Date) =>
  and(
    which,
    notInArray(flights.status, ['departed', 'landed', 'called_off']),
    gt(flights.departAt, new Date(now.getTime() - LATE_MS)),
    sql`${flights.seatsSold} + ${flights.seatsHeld} > 0`,
  )

/**
 * Locks the slots of upcoming flights with passengers and releases lapsed holds on them. It runs
 * before the lock on an aircraft, as for every reservation of seats.
 */
export async function lockUpcomingFlights(tx: Tx, which: SQL, now: Date): Promise<void> {
  const found = await tx.selectDistinct({ id: flights.slotId }).from(flights).where(toFly(which, now))
  const ids = found.map(({ id }) => id)
  await lockSlotRows(tx, ids)
  await releaseLapsedHolds(tx, ids, now)
}

/** The upcoming flights with passengers, soonest first. */
export async function findUpcomingFlights(db: DbOrTx, which: SQL, now: Date): Promise<UpcomingFlight[]> {
  return db
    .select({
      id: flights.id,
      slotId: flights.slotId,
      departAt: flights.departAt,
      arriveAt: expectedArrival,
      terminalId: slots.terminalId,
      timezone: terminals.timezone,
      capacity: flights.capacity,
      maxWeightLbs: flights.maxWeightLbs,
      seatsTaken: sql<number>`${flights.seatsSold} + ${flights.seatsHeld}`.mapWith(Number),
      weightTakenLbs: sql<number>`coalesce(sum(${holds.weightLbs}), 0)`.mapWith(Number),
      whole: sql<boolean>`coalesce(bool_or(${holds.wholeFlight}), false)`,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .leftJoin(holds, and(eq(holds.flightId, flights.id), inArray(holds.state, ['held', 'sold'])))
    .where(toFly(which, now))
    .groupBy(flights.id, slots.id, terminals.id)
    .orderBy(asc(flights.departAt), asc(flights.id))
}

/**
 * Gives flights the limits of their aircraft; `turnaroundMins` also changes when it is free again.
 */
export async function refitFlights(
  tx: Tx,
  taken: readonly UpcomingFlight[],
  { turnaroundMins, ...limits }: Limits & { turnaroundMins?: number },
): Promise<void> {
  for (const flight of taken) {
    const readyAt =
      turnaroundMins === undefined
        ? {}
        : { readyAt: new Date(flight.arriveAt.getTime() + turnaroundMins * 60_000) }
    await tx
      .update(flights)
      .set({ ...limitsAfterRefit(flight, limits), ...readyAt })
      .where(eq(flights.id, flight.id))
  }
}

/** Describes the flights that prevent a change of an aircraft; undefined when none does. */
export const describeOverLimitFlights = (
  taken: readonly UpcomingFlight[],
  limits: Limits,
): string | undefined =>
  describeAffectedFlights(
    taken.filter((flight) => exceedsLimits(flight, limits)),
    'would no longer fit',
  )

/** @param what becomes of the seats, as the rest of the sentence: `would no longer fit` */
export function describeAffectedFlights(taken: readonly UpcomingFlight[], what: string): string | undefined {
  const [first] = taken
  if (!first) return undefined
  const seats = taken.reduce((sum, { seatsTaken }) => sum + seatsTaken, 0)
  const many = taken.length === 1 ? 'one departure' : `${String(taken.length)} departures`
  const next = `${formatDeparture(first)}${taken.length === 1 ? '' : ' is the next'}`
  return (
    `Seats sold or held ${what}: ${String(seats)} on ${many} (${next}). Give those flights ` +
    'another aircraft, move their buyers or call them off first.'
  )
}

const formatDeparture = ({ departAt, timezone }: UpcomingFlight) =>
  departAt.toLocaleString('en-US', {
    timeZone: timezone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
