import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { aircraftOutages } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { emptyLoad, flightCode, partyFits } from '../rules/departures/availability.ts'
import { type LockedFlight, releaseLapsedHolds } from './slot-rows.ts'
import { sqlState } from '../db/refused-statement.ts'
import { statement } from '../db/statement.ts'

/** An aircraft that could fly a slot: of the right type, at the right terminal, in service. */
export interface CandidateAircraft {
  id: number
  capacity: number
  maxWeightLbs: number
  turnaroundMins: number
}

export interface SlotTimes {
  id: number
  departAt: Date
  arriveAt: Date
  /**
   * Set when the departure is cancelled. It is read under the slot's lock; afterwards no seats can
   * be reserved.
   */
  calledOffAt: Date | null
  /** The weather hold of the departure, read under the lock, too: meanwhile no seats can be reserved. */
  weatherHoldId: number | null
}

export interface Boarding {
  slot: SlotTimes
  /** The slot's empty flight for these passengers. Without one a flight is created. */
  flight: LockedFlight | undefined
  /** How many flights the slot has before this one. */
  position: number
  candidates: readonly CandidateAircraft[]
  /** The seats that the aircraft must have. */
  seats: number | 'all'
  weightLbs: number
  now: Date
  /** The busy flights of the candidates, where they were read under the slot's lock. */
  busy?: readonly BusyFlight[] | undefined
}

/** A flight that keeps its aircraft busy, or a span in which it is out of service, whose slot is 0. */
export interface BusyFlight {
  aircraftId: number
  slotId: number
  departAt: Date
  readyAt: Date
}

/**
 * SQLSTATE when `flights_aircraft_busy` is violated: another flight reserved the aircraft for an
 * overlapping time.
 */
const EXCLUSION_VIOLATION = '23P01'

/**
 * Puts the first passengers on an aircraft of a locked slot: on the one its flight has, else on any
 * other that is free for the whole time. Returns undefined when none is.
 */
export async function boardFlight(
  tx: Tx,
  boarding: Boarding,
): Promise<{ flightId: number; seats: number } | undefined> {
  const { flight, candidates, seats, weightLbs } = boarding
  const fitting = candidates
    .filter((one) => partyFits(emptyLoad(one), seats === 'all' ? one.capacity : seats, weightLbs))
    // Try aircraft in id order, so that two slots that want the same aircraft wait for each other
    // in the same order. The flight's current aircraft comes first.
    .toSorted(
      (a, b) => Number(b.id === flight?.aircraftId) - Number(a.id === flight?.aircraftId) || a.id - b.id,
    )
  const free = await findFreeAircraft(tx, boarding, fitting)
  for (const aircraft of free) {
    const count = seats === 'all' ? aircraft.capacity : seats
    const flightId = await tryAircraft(tx, boarding, aircraft, count)
    if (flightId !== undefined) return { flightId, seats: count }
  }
  return undefined
}

/**
 * Candidates without an occupied flight at that time. If all seem busy, expired holds on them are
 * released and they are checked again.
 */
async function findFreeAircraft(
  tx: Tx,
  { slot, now, busy: known }: Boarding,
  candidates: readonly CandidateAircraft[],
): Promise<readonly CandidateAircraft[]> {
  const busy = keepOverlapping(known ?? (await findBusyFlights(tx, slot, candidates)), slot, candidates)
  const free = candidates.filter(({ id }) => !busy.some(({ aircraftId }) => aircraftId === id))
  if (free.length > 0 || busy.length === 0) return free
  const slotIds = [...new Set(busy.map(({ slotId }) => slotId))]
  // Skip locked rows: another transaction is working on them, and waiting here could deadlock.
  const locked = await tx
    .select({ id: slots.id })
    .from(slots)
    .where(inArray(slots.id, slotIds))
    .for('update', { skipLocked: true })
  await releaseLapsedHolds(
    tx,
    locked.map(({ id }) => id),
    now,
  )
  const remaining = keepOverlapping(await findBusyFlights(tx, slot, candidates), slot, candidates)
  return candidates.filter(({ id }) => !remaining.some(({ aircraftId }) => aircraftId === id))
}

/** What keeps the candidates busy at the time of a slot: flights, and spans out of service. */
export async function findBusyFlights(
  tx: Tx,
  slot: Pick<SlotTimes, 'departAt' | 'arriveAt'>,
  candidates: readonly CandidateAircraft[],
): Promise<BusyFlight[]> {
  if (candidates.length === 0) return []
  return selectBusy(tx, {
    ids: candidates.map(({ id }) => id),
    readyAt: readyAt(slot, longestTurnaround(candidates)),
    departAt: slot.departAt,
  })
}

const longestTurnaround = (candidates: readonly CandidateAircraft[]) =>
  Math.max(...candidates.map(({ turnaroundMins }) => turnaroundMins))

/** The flights that overlap with one of these candidates; they may have been read for more. */
function keepOverlapping(
  busy: readonly BusyFlight[],
  slot: SlotTimes,
  candidates: readonly CandidateAircraft[],
): BusyFlight[] {
  const ready = readyAt(slot, longestTurnaround(candidates))
  return busy.filter(
    (one) =>
      one.departAt < ready &&
      one.readyAt > slot.departAt &&
      candidates.some(({ id }) => id === one.aircraftId),
  )
}

const selectBusy = statement((db) =>
  db
    .select({
      aircraftId: flights.aircraftId,
      slotId: flights.slotId,
      departAt: flights.departAt,
      readyAt: flights.readyAt,
    })
    .from(flights)
    .where(
      and(
        sql`${flights.aircraftId} = any(${sql.placeholder('ids')}::int[])`,
        ne(flights.status, 'called_off'),
        sql`${flights.seatsSold} + ${flights.seatsHeld} > 0`,
        lt(flights.departAt, sql.placeholder('readyAt')),
        gt(flights.readyAt, sql.placeholder('departAt')),
      ),
    )
    .unionAll(
      db
        .select({
          aircraftId: aircraftOutages.aircraftId,
          // It has no seats to give back.
          slotId: sql<number>`0`.mapWith(flights.slotId),
          departAt: aircraftOutages.fromAt,
          readyAt: aircraftOutages.untilAt,
        })
        .from(aircraftOutages)
        .where(
          and(
            sql`${aircraftOutages.aircraftId} = any(${sql.placeholder('ids')}::int[])`,
            lt(aircraftOutages.fromAt, sql.placeholder('readyAt')),
            gt(aircraftOutages.untilAt, sql.placeholder('departAt')),
          ),
        ),
    ),
)

const readyAt = (slot: Pick<SlotTimes, 'arriveAt'>, turnaroundMins: number) =>
  new Date(slot.arriveAt.getTime() + turnaroundMins * 60_000)

const insertFlight = statement((db) =>
  db
    .insert(flights)
    .values({
      slotId: sql.placeholder('slotId'),
      aircraftId: sql.placeholder('aircraftId'),
      flightCode: sql.placeholder('flightCode'),
      departAt: sql.placeholder('departAt'),
      readyAt: sql.placeholder('readyAt'),
      capacity: sql.placeholder('capacity'),
      maxWeightLbs: sql.placeholder('maxWeightLbs'),
      seatsHeld: sql.placeholder('seatsHeld'),
    })
    .onConflictDoNothing()
    .returning({ id: flights.id }),
)

/** Tries to reserve the aircraft. The exclusion constraint decides whether it is free. */
async function tryAircraft(
  tx: Tx,
  { slot, flight, position }: Boarding,
  aircraft: CandidateAircraft,
  seats: number,
): Promise<number | undefined> {
  const values = {
    aircraftId: aircraft.id,
    capacity: aircraft.capacity,
    maxWeightLbs: aircraft.maxWeightLbs,
    readyAt: readyAt(slot, aircraft.turnaroundMins),
  }
  if (!flight) {
    const flight = { ...values, slotId: slot.id, flightCode: flightCode(slot.id, position) }
    const [made] = await insertFlight(tx, { ...flight, departAt: slot.departAt, seatsHeld: seats })
    return made?.id
  }
  try {
    // Use a savepoint, because a failed update would abort the whole transaction.
    await tx.transaction((point) =>
      point
        .update(flights)
        .set({
          ...values,
          // It was delayed before it lost its passengers, and still is.
          readyAt: sql`${values.readyAt.toISOString()}::timestamptz
            + ${flights.delayMins} * interval '1 minute'`,
          seatsHeld: sql`${flights.seatsHeld} + ${seats}`,
        })
        .where(eq(flights.id, flight.id)),
    )
    return flight.id
  } catch (error) {
    if (sqlState(error) === EXCLUSION_VIOLATION) return undefined
    throw error
  }
}
