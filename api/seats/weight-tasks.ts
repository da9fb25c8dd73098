import { and, desc, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { type holds } from '../db/schema/holds.ts'
import { passengers, staffTasks } from '../db/schema/passengers.ts'
import { partyFits } from '../rules/departures/availability.ts'
import { loadFlights, type LockedFlight } from '../slots/slot-rows.ts'
import { isFlying } from './count-party.ts'
import { lockOrderSeats } from './order-seats.ts'

/**
 * Whether the aircraft of an order carry the counted weight of its party beside all others.
 *
 * @param onFlight only this flight; null for all flights of the order
 */
export async function carriesParty(tx: Tx, orderId: number, onFlight: number | null): Promise<boolean> {
  const sold = (await lockOrderSeats(tx, orderId)).filter(
    ({ state, flightId }) => state === 'sold' && (onFlight === null || flightId === onFlight),
  )
  for (const slotId of new Set(sold.map((hold) => hold.slotId))) {
    const loads = await loadFlights(tx, slotId)
    if (!sold.every((hold) => holdFits(loads, hold))) return false
  }
  return true
}

/** Whether an aircraft can carry the weight of a hold beside all other holds on it. */
function holdFits(
  loads: readonly LockedFlight[],
  { flightId, seats, weightLbs }: typeof holds.$inferSelect,
): boolean {
  const load = loads.find(({ id }) => id === flightId)
  if (!load) return true
  const seatsTaken = load.seatsTaken - seats
  const weightTakenLbs = load.weightTakenLbs - weightLbs
  return partyFits({ ...load, seatsTaken, weightTakenLbs }, seats, weightLbs)
}

/**
 * Settles what staff would call about once some of a party stay home and its weight is counted
 * anew. A party that is still too heavy keeps its task, which then names the heaviest of those who
 * fly.
 */
export async function settleWeightTasks(tx: Tx, orderId: number, now: Date): Promise<void> {
  const open = await tx
    .select({ id: staffTasks.id, passenger: passengers })
    .from(staffTasks)
    .innerJoin(passengers, eq(passengers.id, staffTasks.passengerId))
    .where(
      and(
        eq(staffTasks.orderId, orderId),
        eq(staffTasks.kind, 'weight_does_not_fit'),
        eq(staffTasks.state, 'open'),
      ),
    )
  for (const { id, passenger } of open) {
    const { flightId, staysHome } = passenger
    const carried = await carriesParty(tx, orderId, flightId)
    if (!carried && !staysHome) continue
    const heir = carried ? undefined : await findHeaviest(tx, orderId, flightId)
    await tx
      .update(staffTasks)
      .set(
        heir
          ? { passengerId: heir.id }
          : { state: 'done', choice: staysHome ? 'refund' : 'nothing', doneAt: now },
      )
      .where(eq(staffTasks.id, id))
  }
}

/** The heaviest of a party on a flight; a passenger without a weight comes last. */
async function findHeaviest(tx: Tx, orderId: number, flightId: number | null) {
  const [heaviest] = await tx
    .select({ id: passengers.id })
    .from(passengers)
    .where(
      and(
        eq(passengers.orderId, orderId),
        isFlying,
        sql`${passengers.flightId} is not distinct from ${flightId}::int`,
      ),
    )
    .orderBy(desc(sql`coalesce(${passengers.weightLbs}, 0)`), passengers.position)
    .limit(1)
  return heaviest
}
