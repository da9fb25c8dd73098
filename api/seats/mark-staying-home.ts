import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { staffTasks, passengers } from '../db/schema/passengers.ts'

interface StayingHome {
  passengerIds: readonly number[]
  /** The refund that gave their seats back; null where none did. */
  orderRefundId: number | null
  now: Date
}

/**
 * Passengers whose seats were given back: from here on they are on no manifest and have no form to
 * fill in, and what was to be settled with them is settled. Their waivers stay.
 */
export async function markNotFlying(
  tx: Tx,
  { passengerIds, orderRefundId, now }: StayingHome,
): Promise<void> {
  if (passengerIds.length === 0) return
  const ids = [...passengerIds]
  await tx
    .update(passengers)
    .set({ staysHome: true, orderRefundId, boarding: null, boardedAt: null })
    .where(inArray(passengers.id, ids))
  const aboutSeats = inArray(staffTasks.kind, ['weight_does_not_fit', 'second_seat_needed'])
  await tx
    .update(staffTasks)
    .set({ state: 'done', choice: 'refund', doneAt: now })
    .where(and(inArray(staffTasks.passengerId, ids), eq(staffTasks.state, 'open'), aboutSeats))
}
