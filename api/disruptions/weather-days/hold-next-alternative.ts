import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { flights } from '../../db/schema/inventory.ts'
import { holds } from '../../db/schema/holds.ts'
import { type RebookingParty } from '../../seats/find-slot-party.ts'
import { type CandidateAircraft, findBusyFlights } from '../../slots/board-flight.ts'
import { lockSlotRows, releaseLapsedHolds } from '../../slots/slot-rows.ts'
import { findOrMakeSlot, type ReservedSeats, reserveSeats } from '../../slots/slot-store.ts'
import { type OpenAlternative } from '../find-alternatives.ts'
import { keepAlternative } from '../hold-alternatives.ts'
import { staysWithinHalf } from '../rules/share-alternatives.ts'

export type HeldOrNot = 'held' | 'full' | 'too_heavy'

/** Gives the locks of a departure back that cannot take the party. */
class NotHeld extends Error {
  constructor(readonly why: Exclude<HeldOrNot, 'held'>) {
    super(why)
  }
}

interface NextAlternative {
  offerId: number
  party: RebookingParty
  wanted: OpenAlternative
  hours: number
  now: Date
}

/**
 * Holds one departure for an offer, unless more than half of its free seats would be kept for
 * cancelled flights. The offer's order must be locked.
 */
export async function holdNextAlternative(tx: Tx, next: NextAlternative): Promise<HeldOrNot> {
  try {
    await tx.transaction((point) => hold(point, next))
    return 'held'
  } catch (error) {
    if (error instanceof NotHeld) return error.why
    throw error
  }
}

async function hold(tx: Tx, { offerId, party, wanted, hours, now }: NextAlternative): Promise<void> {
  const times = await findOrMakeSlot(tx, wanted.slot)
  const [locked] = await lockSlotRows(tx, [times.id])
  await releaseLapsedHolds(tx, [times.id], now)
  const slot = { ...times, ...locked }
  const { aircraft: candidates, heldBack } = wanted
  const taken = await reserveSeats(tx, slot, party, { candidates, heldBack, now })
  if (!taken.ok) throw new NotHeld(taken.reason === 'too_heavy' ? 'too_heavy' : 'full')
  const more = taken.reserved.reduce((sum, { seats }) => sum + seats, 0)
  const kept = await countKept(tx, slot.id)
  const free =
    party.kind === 'seat'
      ? await countFreeSeats(tx, taken.reserved, more)
      : await countFreeAircraft(tx, slot, candidates)
  if (!staysWithinHalf({ free, kept, more })) throw new NotHeld('full')
  const { salesCloseAt } = wanted
  await keepAlternative(tx, {
    offerId,
    party,
    slotId: slot.id,
    taken: taken.reserved,
    salesCloseAt,
    hours,
    now,
  })
}

/** The seats of a departure that are kept as alternatives. */
async function countKept(tx: Tx, slotId: number): Promise<number> {
  const [row] = await tx
    .select({ seats: sql<number>`coalesce(sum(${holds.seats}), 0)`.mapWith(Number) })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(flights.slotId, slotId), eq(holds.state, 'held'), isNotNull(holds.claimAlternativeId)))
  return row?.seats ?? 0
}

/** The free seats of the aircraft before the party reserved some of them. */
async function countFreeSeats(tx: Tx, reserved: readonly ReservedSeats[], more: number): Promise<number> {
  const ids = reserved.map(({ flightId }) => flightId)
  const rows = await tx
    .select({ capacity: flights.capacity, sold: flights.seatsSold, held: flights.seatsHeld })
    .from(flights)
    .where(inArray(flights.id, ids))
  return rows.reduce((sum, { capacity, sold, held }) => sum + capacity - sold - held, more)
}

/** The seats of all aircraft that could fly a departure which nobody else has. */
async function countFreeAircraft(
  tx: Tx,
  slot: { id: number; departAt: Date; arriveAt: Date },
  candidates: readonly CandidateAircraft[],
): Promise<number> {
  const busy = await findBusyFlights(tx, slot, candidates)
  const elsewhere = new Set(
    busy.filter(({ slotId }) => slotId !== slot.id).map(({ aircraftId }) => aircraftId),
  )
  return candidates.reduce((sum, { id, capacity }) => sum + (elsewhere.has(id) ? 0 : capacity), 0)
}
