import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { emptyLoad, flightCode, partyFits } from '../rules/seats/seat-room.ts'
import { type LockedFlight, releaseLapsedHolds } from './slot-rows.ts'
import { sqlState } from '../db/refused-statement.ts'

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
  /** Read under the slot's lock: nobody takes a seat on it any more. */
  calledOffAt: Date | null
}

export interface Boarding {
  slot: SlotTimes
  /** The slot's empty flight to put passengers on; without one a flight is made. */
  flight: LockedFlight | undefined
  /** How many aircraft the slot has before this one. */
  position: number
  candidates: readonly CandidateAircraft[]
  /** What must fit on the aircraft. */
  seats: number | 'all'
  weightLbs: number
  now: Date
}

/**
 * Violation of `flights_aircraft_busy`: somebody else's flight took the aircraft for an overlapping
 * time.
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
    // In id order, so that two slots reaching for the same aircraft wait in one queue; the present
    // one first.
    .toSorted(
      (a, b) => Number(b.id === flight?.aircraftId) - Number(a.id === flight?.aircraftId) || a.id - b.id,
    )
  const free = await withoutBusy(tx, boarding, fitting)
  for (const aircraft of free) {
    const count = seats === 'all' ? aircraft.capacity : seats
    const flightId = await tryAircraft(tx, boarding, aircraft, count)
    if (flightId !== undefined) return { flightId, seats: count }
  }
  return undefined
}

/**
 * Candidates without a taken flight in the time. Lapsed holds that keep them are cleared when all
 * seem busy.
 */
async function withoutBusy(
  tx: Tx,
  { slot, now }: Boarding,
  candidates: readonly CandidateAircraft[],
): Promise<readonly CandidateAircraft[]> {
  const first = await findBusy(tx, slot, candidates)
  const free = candidates.filter(({ id }) => !first.some(({ aircraftId }) => aircraftId === id))
  if (free.length > 0 || first.length === 0) return free
  const slotIds = [...new Set(first.map(({ slotId }) => slotId))]
  // Skipping locked rows: whoever holds one is at work on it, and waiting here could be waiting for
  // ourselves.
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
  const still = await findBusy(tx, slot, candidates)
  return candidates.filter(({ id }) => !still.some(({ aircraftId }) => aircraftId === id))
}

async function findBusy(tx: Tx, slot: SlotTimes, candidates: readonly CandidateAircraft[]) {
  if (candidates.length === 0) return []
  const longestTurnaround = Math.max(...candidates.map(({ turnaroundMins }) => turnaroundMins))
  return tx
    .select({ aircraftId: flights.aircraftId, slotId: flights.slotId })
    .from(flights)
    .where(
      and(
        inArray(
          flights.aircraftId,
          candidates.map(({ id }) => id),
        ),
        ne(flights.status, 'called_off'),
        sql`${flights.seatsSold} + ${flights.seatsHeld} > 0`,
        lt(flights.departAt, readyAt(slot, longestTurnaround)),
        gt(flights.readyAt, slot.departAt),
      ),
    )
}

const readyAt = (slot: SlotTimes, turnaroundMins: number) =>
  new Date(slot.arriveAt.getTime() + turnaroundMins * 60_000)

/** The exclusion constraint is the last word on whether the aircraft is free. */
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
    const [made] = await tx
      .insert(flights)
      .values({
        ...values,
        slotId: slot.id,
        flightCode: flightCode(slot.id, position),
        departAt: slot.departAt,
        seatsHeld: seats,
      })
      .onConflictDoNothing()
      .returning({ id: flights.id })
    return made?.id
  }
  try {
    // In a savepoint: a refused update must not take the rest with it.
    await tx.transaction((point) =>
      point
        .update(flights)
        .set({ ...values, seatsHeld: sql`${flights.seatsHeld} + ${seats}` })
        .where(eq(flights.id, flight.id)),
    )
    return flight.id
  } catch (error) {
    if (sqlState(error) === EXCLUSION_VIOLATION) return undefined
    throw error
  }
}
