import { and, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import {
  hasDeparted,
  partyFits,
  spreadWeight,
  wholeFlightPossible,
  wholeFlightsNeeded,
} from '../rules/departures/availability.ts'
import { boardFlight, type CandidateAircraft, type SlotTimes } from './board-flight.ts'
import { lockCandidates } from './lock-candidates.ts'
import { loadFlights, type LockedFlight, lockSlotRows, releaseLapsedHolds } from './slot-rows.ts'

/**
 * A departure on one day, computed from the timetable. Its times no longer change once the slot
 * exists.
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
 * Counts seats. Code that reserves or moves seats locks the slot first, once, and counts
 * afterwards.
 */
export interface SlotStore {
  /**
   * Finds or creates the slot, locks it together with the caller's other slots in id order, and
   * releases expired holds. Until the transaction ends no other transaction can change seats there.
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
    // A slot that this transaction created is locked already and empty.
    const ids = made ? alongside : [...new Set([found.id, ...alongside])]
    const locked = await lockSlotRows(tx, ids)
    await releaseLapsedHolds(tx, ids, now)
    // The departure may have been cancelled while this transaction waited for the lock.
    return { ...found, ...locked.find(({ id }) => id === found.id) }
  },
}

const slotTimes = {
  id: slots.id,
  departAt: slots.departAt,
  arriveAt: slots.arriveAt,
  calledOffAt: slots.calledOffAt,
}

/** Finds the slot's row or creates it. Existing rows are not locked. */
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
  /** Single seats, or whole aircraft. */
  kind: 'seat' | 'flight'
  size: number
  /** Weight of the whole party, declared or assumed. */
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
  /** Aircraft that could fly the slot while it has no passengers. */
  candidates: readonly CandidateAircraft[]
  now: Date
}

/**
 * Holds a party's seats on a locked slot. A party of single seats goes on one aircraft as a whole.
 * After a refusal the transaction may hold some of the seats and must be rolled back.
 */
export async function reserveSeats(
  tx: Tx,
  slot: SlotTimes,
  party: Party,
  options: ReserveSeatsOptions,
): Promise<ReserveSeatsResult> {
  if (slot.calledOffAt) return { ok: false, reason: 'sold_out' }
  const present = await loadFlights(tx, slot.id)
  // The flight may have departed while this transaction waited for the lock.
  const left = slot.departAt <= options.now || present.some(({ status }) => hasDeparted(status))
  if (left) return { ok: false, reason: 'flight_closed' }
  const reserve = party.kind === 'seat' ? reserveSingleSeats : reserveWholeAircraft
  return reserve(tx, { ...slot, flights: present }, party, options)
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
