import { and, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { rawStatement, statement } from '../db/statement.ts'
import {
  heldBackLeft,
  isPastSale,
  partyFits,
  spreadWeight,
  wholeFlightPossible,
  wholeFlightsNeeded,
} from '../rules/departures/availability.ts'
import {
  boardFlight,
  type BusyFlight,
  type CandidateAircraft,
  findBusyFlights,
  type SlotTimes,
} from './board-flight.ts'
import { lockCandidates, lockCandidatesOfDay } from './lock-candidates.ts'
import {
  loadFlights,
  loadFlightsOfDay,
  type LockedFlight,
  lockSlotRows,
  releaseLapsedHolds,
  releaseLapsedOnDay,
} from './slot-rows.ts'

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
    options: {
      alongside: readonly number[]
      now: Date
      /** Counts its seats at once; only for a caller who releases none of them before reserving. */
      countFor?: readonly CandidateAircraft[] | undefined
    },
  ): Promise<LockedSlot>
}

export type LockedSlot = SlotTimes & { counted?: Counted | undefined }

/** What was read of a slot under its lock. */
interface Counted {
  flights: LockedFlight[]
  /** Locked, too. */
  candidates: CandidateAircraft[]
  busy: BusyFlight[]
}

export const lockingSlotStore: SlotStore = {
  async lockSlot(tx, slot, { alongside, now, countFor }) {
    if (alongside.length === 0) return lockOneSlot(tx, slot, { now, countFor })
    const { made, ...found } = await findOrMakeSlot(tx, slot)
    // A slot that this transaction created is locked already and empty.
    const ids = made ? alongside : [...new Set([found.id, ...alongside])]
    const locked = await lockSlotRows(tx, ids)
    await releaseLapsedHolds(tx, ids, now)
    // The departure may have been cancelled while this transaction waited for the lock.
    return { ...found, ...locked.find(({ id }) => id === found.id) }
  },
}

/**
 * All is asked for at once. The slot is missing from the answer only when another transaction made
 * it at the same time, which the next try sees.
 */
async function lockOneSlot(
  tx: Tx,
  slot: SlotIdentity,
  { now, countFor: candidates }: { now: Date; countFor: readonly CandidateAircraft[] | undefined },
): Promise<LockedSlot> {
  for (let tried = 0; tried < TRIES; tried++) {
    const [[row], , flights, fit, busy] = await Promise.all([
      lockOrMakeSlot(tx, { ...slot }),
      releaseLapsedOnDay(tx, slot, now),
      candidates && loadFlightsOfDay(tx, slot),
      candidates && lockCandidatesOfDay(tx, slot, candidates),
      candidates && findBusyFlights(tx, slot, candidates),
    ])
    if (!row) continue
    const locked = readSlot(row)
    // A slot keeps the times of the timetable that it was made from.
    const sameTimes = Number(locked.departAt) === Number(slot.departAt)
    const counted = flights && fit && busy && sameTimes ? { flights, candidates: fit, busy } : undefined
    return { ...locked, counted }
  }
  throw new Error('The slot was neither found nor made')
}

const TRIES = 3

interface SlotRow {
  id: number
  depart_at: string
  arrive_at: string
  called_off_at: string | null
  weather_hold_id: number | null
}

const readSlot = (row: SlotRow): SlotTimes => ({
  id: row.id,
  departAt: slots.departAt.mapFromDriverValue(row.depart_at) as Date,
  arriveAt: slots.arriveAt.mapFromDriverValue(row.arrive_at) as Date,
  calledOffAt:
    row.called_off_at === null ? null : (slots.calledOffAt.mapFromDriverValue(row.called_off_at) as Date),
  weatherHoldId: row.weather_hold_id,
})

const lockOrMakeSlot = rawStatement<Record<keyof SlotIdentity, unknown>, SlotRow>(sql`
  with found as (
    select "id", "depart_at", "arrive_at", "called_off_at", "weather_hold_id" from "slots"
    where "departure_id" = ${sql.placeholder('departureId')} and "local_date" =
      ${sql.placeholder('localDate')}
    for update
  ), made as (
    insert into "slots" ("product_id", "departure_id", "terminal_id", "local_date", "depart_at", "arrive_at")
    select ${sql.placeholder('productId')}::int, ${sql.placeholder('departureId')}::int,
      ${sql.placeholder('terminalId')}::int, ${sql.placeholder('localDate')}::date,
      ${sql.placeholder('departAt')}::timestamptz, ${sql.placeholder('arriveAt')}::timestamptz
    where not exists (select from found)
    on conflict ("departure_id", "local_date") do nothing
    returning "id", "depart_at", "arrive_at", "called_off_at", "weather_hold_id"
  )
  select * from found union all select * from made`)

const slotTimes = {
  id: slots.id,
  departAt: slots.departAt,
  arriveAt: slots.arriveAt,
  calledOffAt: slots.calledOffAt,
  weatherHoldId: slots.weatherHoldId,
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
  /** Seats of the departure that whoever reserves may not take; 0 for staff. */
  heldBack: number
  now: Date
}

/**
 * Holds a party's seats on a locked slot. A party of single seats goes on one aircraft as a whole.
 * After a refusal the transaction may hold some of the seats and must be rolled back.
 */
export async function reserveSeats(
  tx: Tx,
  slot: LockedSlot,
  party: Party,
  options: ReserveSeatsOptions,
): Promise<ReserveSeatsResult> {
  if (slot.calledOffAt) return { ok: false, reason: 'sold_out' }
  if (slot.weatherHoldId !== null) return { ok: false, reason: 'flight_closed' }
  const present = slot.counted?.flights ?? (await loadFlights(tx, slot.id))
  // Boarding may have begun while this transaction waited for the lock.
  const isOver = slot.departAt <= options.now || present.some(({ status }) => isPastSale(status))
  if (isOver) return { ok: false, reason: 'flight_closed' }
  const reserve = party.kind === 'seat' ? reserveSingleSeats : reserveWholeAircraft
  return reserve(tx, { ...slot, flights: present }, party, options)
}

type CountedSlot = LockedSlot & { flights: LockedFlight[] }

async function reserveSingleSeats(
  tx: Tx,
  slot: CountedSlot,
  { size, weightLbs }: Party,
  { candidates, heldBack, now }: ReserveSeatsOptions,
): Promise<ReserveSeatsResult> {
  const taken = slot.flights.find(({ seatsTaken }) => seatsTaken > 0)
  if (taken) {
    const kept = heldBackLeft(heldBack, taken)
    if (!partyFits(taken, size + kept, 0)) return { ok: false, reason: 'sold_out' }
    if (!partyFits(taken, size, weightLbs)) return { ok: false, reason: 'too_heavy' }
    await holdMore(tx, { flightId: taken.id, seats: size })
    return { ok: true, reserved: [{ flightId: taken.id, seats: size, weightLbs }] }
  }
  const position = slot.flights.length
  const flight = slot.flights[0]
  const locked = slot.counted?.candidates ?? (await lockCandidates(tx, slot.id, candidates))
  const boarded = await boardFlight(tx, {
    slot,
    flight,
    position,
    candidates: locked.filter(({ capacity }) => size + heldBack <= capacity),
    seats: size,
    weightLbs,
    now,
    busy: slot.counted?.busy,
  })
  if (!boarded) return { ok: false, reason: 'sold_out' }
  return { ok: true, reserved: [{ ...boarded, weightLbs }] }
}

const holdMore = statement((db) =>
  db
    .update(flights)
    .set({ seatsHeld: sql`${flights.seatsHeld} + ${sql.placeholder('seats')}::int` })
    .where(eq(flights.id, sql.placeholder('flightId'))),
)

async function reserveWholeAircraft(
  tx: Tx,
  slot: CountedSlot,
  party: Party,
  { candidates, heldBack, now }: ReserveSeatsOptions,
): Promise<ReserveSeatsResult> {
  if (heldBack > 0) return { ok: false, reason: 'sold_out' }
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
