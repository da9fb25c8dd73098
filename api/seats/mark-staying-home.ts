import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { staffTasks, passengers } from '../db/schema/passengers.ts'

interface StayingHome {
  passengerIds: readonly number[]
  /** The refund of their seats; null when there was none. */
  orderRefundId: number | null
  now: Date
}

/**
 * Marks passengers whose seats were released: no manifest lists them, they have no form to fill in,
 * and their open tasks about a second seat are settled. Their waivers stay. A task about the weight of
 * the party waits until that is counted anew (`settleWeightTasks`).
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
  const aboutSeat = eq(staffTasks.kind, 'second_seat_needed')
  await tx
    .update(staffTasks)
    .set({ state: 'done', choice: 'refund', doneAt: now })
    .where(and(inArray(staffTasks.passengerId, ids), eq(staffTasks.state, 'open'), aboutSeat))
}
