import { and, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { partyFits, spreadWeight, wholeFlightPossible, wholeFlightsNeeded } from '../domain/seat-room.ts'
import { boardFlight, type CandidateAircraft } from './board-flight.ts'
import { loadFlights, type LockedFlight, lockSlotRows, releaseLapsedHolds } from './slot-rows.ts'

/** A departure on a day, as the timetable computes it; its instants are frozen when the slot is first made. */
export interface SlotIdentity {
  productId: number
  departureId: number
  terminalId: number
  localDate: string
  departAt: Date
  arriveAt: Date
}

export interface LockedSlot {
  id: number
  departAt: Date
  arriveAt: Date
  /** The one whose seats are sold singly first; empty until somebody takes a seat. */
  flights: LockedFlight[]
}

/** Where seats are counted. Whoever takes seats locks the slot first, once, and counts afterwards. */
export interface SlotStore {
  /**
   * Finds or makes the slot, locks it (and the caller's other slots with it, in id order), clears its lapsed holds
   * and counts.
   */
  lockSlot(
    tx: Tx,
    slot: SlotIdentity,
    options: { alongside: readonly number[]; now: Date },
  ): Promise<LockedSlot>
}

export const lockingSlotStore: SlotStore = {
  async lockSlot(tx, slot, { alongside, now }) {
    const { id } = await findOrMakeSlot(tx, slot)
    await lockSlotRows(tx, [...new Set([id, ...alongside])])
    await releaseLapsedHolds(tx, [id, ...alongside], now)
    return countSlot(tx, slot)
  },
}

/** The slot's row, made when nobody needed it before. Locks nothing that exists. */
export async function findOrMakeSlot(tx: Tx, slot: SlotIdentity) {
  const { productId, departureId, terminalId, localDate, departAt, arriveAt } = slot
  await tx
    .insert(slots)
    .values({ productId, departureId, terminalId, localDate, departAt, arriveAt })
    .onConflictDoNothing({ target: [slots.departureId, slots.localDate] })
  const [row] = await tx
    .select({ id: slots.id, departAt: slots.departAt, arriveAt: slots.arriveAt })
    .from(slots)
    .where(and(eq(slots.departureId, departureId), eq(slots.localDate, localDate)))
  if (!row) throw new Error('The slot was neither found nor made')
  return row
}

/** The slot with what is taken on it, as the transaction sees it now. */
export async function countSlot(tx: Tx, slot: SlotIdentity): Promise<LockedSlot> {
  const row = await findOrMakeSlot(tx, slot)
  return { ...row, flights: await loadFlights(tx, row.id) }
}

export interface Party {
  /** Single seats, or the aircraft whole. */
  kind: 'seat' | 'flight'
  size: number
  /** Weight of everybody together, declared or assumed. */
  weightLbs: number
}

export interface TakenSeats {
  flightId: number
  seats: number
  weightLbs: number
}

export type TakeResult = { ok: true; taken: TakenSeats[] } | { ok: false; reason: 'sold_out' }

/** Counts a party's seats as held on a locked slot. A party of single seats goes whole on one aircraft or not at all. */
export async function takeSeats(
  tx: Tx,
  slot: LockedSlot,
  party: Party,
  options: { candidates: readonly CandidateAircraft[]; now: Date },
): Promise<TakeResult> {
  return party.kind === 'seat' ? takeSingly(tx, slot, party, options) : takeWhole(tx, slot, party, options)
}

type Options = { candidates: readonly CandidateAircraft[]; now: Date }

async function takeSingly(
  tx: Tx,
  slot: LockedSlot,
  { size, weightLbs }: Party,
  { candidates, now }: Options,
): Promise<TakeResult> {
  const taken = slot.flights.find(({ seatsTaken }) => seatsTaken > 0)
  if (taken) {
    if (!partyFits(taken, size, weightLbs)) return { ok: false, reason: 'sold_out' }
    await tx
      .update(flights)
      .set({ seatsHeld: sql`${flights.seatsHeld} + ${size}` })
      .where(eq(flights.id, taken.id))
    return { ok: true, taken: [{ flightId: taken.id, seats: size, weightLbs }] }
  }
  const position = slot.flights.length
  const flight = slot.flights[0]
  const boarded = await boardFlight(tx, { slot, flight, position, candidates, seats: size, weightLbs, now })
  if (!boarded) return { ok: false, reason: 'sold_out' }
  return { ok: true, taken: [{ flightId: boarded.flightId, seats: boarded.seats, weightLbs }] }
}

async function takeWhole(
  tx: Tx,
  slot: LockedSlot,
  party: Party,
  { candidates, now }: Options,
): Promise<TakeResult> {
  const [first] = candidates
  if (!first || !wholeFlightPossible(slot.flights)) return { ok: false, reason: 'sold_out' }
  const needed = wholeFlightsNeeded(party.size, first.capacity)
  const taken: TakenSeats[] = []
  for (const [index, weightLbs] of spreadWeight(party.weightLbs, needed).entries()) {
    const flight = slot.flights[index]
    const boarding = { slot, flight, position: index, candidates, seats: 'all' as const, weightLbs, now }
    const boarded = await boardFlight(tx, boarding)
    // What was taken before is undone with the caller's transaction, which must not commit after a refusal.
    if (!boarded) return { ok: false, reason: 'sold_out' }
    taken.push({ flightId: boarded.flightId, seats: boarded.seats, weightLbs })
  }
  return { ok: true, taken }
}
