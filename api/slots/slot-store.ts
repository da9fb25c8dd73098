import { and, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { partyFits, spreadWeight, wholeFlightPossible, wholeFlightsNeeded } from '../rules/seats/seat-room.ts'
import { hasDeparted } from '../rules/seats/sale-obstacle.ts'
import { boardFlight, type CandidateAircraft, type SlotTimes } from './board-flight.ts'
import { lockCandidates } from './lock-candidates.ts'
import { loadFlights, type LockedFlight, lockSlotRows, releaseLapsedHolds } from './slot-rows.ts'

/**
 * A departure on a day, as the timetable computes it; its instants are frozen when the slot is
 * first made.
 */
export interface SlotIdentity {
  productId: number
  departureId: number
  terminalId: number
  /** The calendar day at the terminal that the departure belongs to. */
  localDate: string
  departAt: Date
  arriveAt: Date
}

/**
 * Where seats are counted. Whoever takes or moves seats locks first, once, and counts afterwards.
 */
export interface SlotStore {
  /**
   * Finds or makes the slot, locks it (and the caller's other slots with it, in id order) and
   * clears lapsed holds. Until the transaction ends nobody else takes or gives back a seat there.
   */
  lockSlot(
    tx: Tx,
    slot: SlotIdentity,
    options: { alongside: readonly number[]; now: Date },
  ): Promise<SlotTimes>
}

export const lockingSlotStore: SlotStore = {
  async lockSlot(tx, slot, { alongside, now }) {
    const { made, ...found } = await findOrMakeSlot(tx, slot)
    // A slot of this very transaction is locked by having been made, and nobody is on it.
    const ids = made ? alongside : [...new Set([found.id, ...alongside])]
    const locked = await lockSlotRows(tx, ids)
    await releaseLapsedHolds(tx, ids, now)
    // It may have been called off while this waited for its lock.
    return { ...found, ...locked.find(({ id }) => id === found.id) }
  },
}

const slotTimes = {
  id: slots.id,
  departAt: slots.departAt,
  arriveAt: slots.arriveAt,
  calledOffAt: slots.calledOffAt,
}

/** The slot's row, made when nobody needed it before. Locks nothing that exists. */
export async function findOrMakeSlot(tx: Tx, slot: SlotIdentity): Promise<SlotTimes & { made: boolean }> {
  const { productId, departureId, terminalId, localDate, departAt, arriveAt } = slot
  const [made] = await tx
    .insert(slots)
    .values({ productId, departureId, terminalId, localDate, departAt, arriveAt })
    .onConflictDoNothing({ target: [slots.departureId, slots.localDate] })
    .returning(slotTimes)
  if (made) return { ...made, made: true }
  const [found] = await tx
    .select(slotTimes)
    .from(slots)
    .where(and(eq(slots.departureId, departureId), eq(slots.localDate, localDate)))
  if (!found) throw new Error('The slot was neither found nor made')
  return { ...found, made: false }
}

export interface Party {
  /** Single seats, or the aircraft whole. */
  kind: 'seat' | 'flight'
  size: number
  /** Weight of everybody together, declared or assumed. */
  weightLbs: number
}

export interface ReservedSeats {
  flightId: number
  seats: number
  weightLbs: number
}

export type ReserveSeatsResult =
  { ok: true; reserved: ReservedSeats[] } | { ok: false; reason: 'sold_out' | 'too_heavy' | 'flight_closed' }

export interface ReserveSeatsOptions {
  /** Aircraft that could fly the slot when nobody is on it yet. */
  candidates: readonly CandidateAircraft[]
  now: Date
}

/**
 * Counts a party's seats as held on a locked slot. A party of single seats goes whole on one
 * aircraft or not at all. After a refusal the transaction may hold part of it and must be rolled
 * back.
 */
export async function reserveSeats(
  tx: Tx,
  slot: SlotTimes,
  party: Party,
  options: ReserveSeatsOptions,
): Promise<ReserveSeatsResult> {
  if (slot.calledOffAt) return { ok: false, reason: 'sold_out' }
  const present = await loadFlights(tx, slot.id)
  // Whoever asked for it in time may have waited for the lock while it left.
  const left = slot.departAt <= options.now || present.some(({ status }) => hasDeparted(status))
  if (left) return { ok: false, reason: 'flight_closed' }
  const take = party.kind === 'seat' ? reserveSingleSeats : reserveWholeAircraft
  return take(tx, { ...slot, flights: present }, party, options)
}

type CountedSlot = SlotTimes & { flights: LockedFlight[] }

async function reserveSingleSeats(
  tx: Tx,
  slot: CountedSlot,
  { size, weightLbs }: Party,
  { candidates, now }: ReserveSeatsOptions,
): Promise<ReserveSeatsResult> {
  const taken = slot.flights.find(({ seatsTaken }) => seatsTaken > 0)
  if (taken) {
    if (!partyFits(taken, size, 0)) return { ok: false, reason: 'sold_out' }
    if (!partyFits(taken, size, weightLbs)) return { ok: false, reason: 'too_heavy' }
    await tx
      .update(flights)
      .set({ seatsHeld: sql`${flights.seatsHeld} + ${size}` })
      .where(eq(flights.id, taken.id))
    return { ok: true, reserved: [{ flightId: taken.id, seats: size, weightLbs }] }
  }
  const position = slot.flights.length
  const flight = slot.flights[0]
  const locked = await lockCandidates(tx, slot.id, candidates)
  const boarded = await boardFlight(tx, {
    slot,
    flight,
    position,
    candidates: locked,
    seats: size,
    weightLbs,
    now,
  })
  if (!boarded) return { ok: false, reason: 'sold_out' }
  return { ok: true, reserved: [{ ...boarded, weightLbs }] }
}

async function reserveWholeAircraft(
  tx: Tx,
  slot: CountedSlot,
  party: Party,
  { candidates, now }: ReserveSeatsOptions,
): Promise<ReserveSeatsResult> {
  const locked = await lockCandidates(tx, slot.id, candidates)
  const [first] = locked
  if (!first || !wholeFlightPossible(slot.flights)) return { ok: false, reason: 'sold_out' }
  const needed = wholeFlightsNeeded(party.size, first.capacity)
  const taken: ReservedSeats[] = []
  for (const [index, weightLbs] of spreadWeight(party.weightLbs, needed).entries()) {
    const flight = slot.flights[index]
    const boarding = {
      slot,
      flight,
      position: index,
      candidates: locked,
      seats: 'all' as const,
      weightLbs,
      now,
    }
    const boarded = await boardFlight(tx, boarding)
    if (!boarded) return { ok: false, reason: 'sold_out' }
    taken.push({ ...boarded, weightLbs })
  }
  return { ok: true, reserved: taken }
}
