import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { staffTasks, passengers } from '../db/schema/passengers.ts'
import { type OrderHold, type SeatSwap } from './reschedule-seats.ts'

/**
 * When some of a party stay, every passenger gets a named flight; on several new aircraft nobody
 * does. Nobody is checked in there yet, and open weight tasks of the old flight are settled.
 */
export async function rescheduleTravellers(
  tx: Tx,
  swap: SeatSwap,
  kept: readonly OrderHold[],
): Promise<void> {
  const { order, fromFlightIds, passengerIds, whole, now } = swap
  const [from] = fromFlightIds
  const to = kept[0]?.flightId
  if (from === undefined || to === undefined) return
  if (!whole) {
    await tx
      .update(passengers)
      .set({ flightId: from })
      .where(and(eq(passengers.orderId, order.id), isNull(passengers.flightId)))
  }
  if (passengerIds.length === 0) return
  await tx
    .update(passengers)
    .set({ flightId: kept.length > 1 ? null : to, boarding: null, boardedAt: null, boardingNote: null })
    .where(and(eq(passengers.orderId, order.id), inArray(passengers.id, [...passengerIds])))
  await tx
    .update(staffTasks)
    .set({ state: 'done', choice: 'move', doneAt: now })
    .where(
      and(
        inArray(staffTasks.passengerId, [...passengerIds]),
        eq(staffTasks.kind, 'weight_does_not_fit'),
        eq(staffTasks.state, 'open'),
      ),
    )
}
