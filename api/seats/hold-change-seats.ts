import { and, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { lockAllSeats } from './order-seats.ts'
import { type ReservedSeats } from '../slots/slot-store.ts'

export interface ChangeHold {
  orderId: number
  /** The order change that holds the seats; null when something else holds them. */
  orderChangeId: number | null
  wholeFlight: boolean
  byStaff: boolean
  /** A payment for them is about to open. */
  paymentOpen: boolean
  until: Date
  now: Date
}

/**
 * Holds reserved seats of a locked slot for a reschedule, beside the order's own.
 * @returns the holds' ids
 */
export async function holdForChange(
  tx: Tx,
  taken: readonly ReservedSeats[],
  { orderId, orderChangeId, wholeFlight, byStaff, paymentOpen, until, now }: ChangeHold,
): Promise<number[]> {
  const rows = await tx
    .insert(holds)
    .values(
      taken.map(({ flightId, seats, weightLbs }) => ({
        orderId,
        orderChangeId,
        forMove: true,
        flightId,
        seats,
        weightLbs,
        wholeFlight,
        byStaff,
        state: 'held' as const,
        expiresAt: until,
        paymentOpen,
        createdAt: now,
      })),
    )
    .returning({ id: holds.id })
  return rows.map(({ id }) => id)
}

/**
 * Releases the seats of an abandoned change. The order's row must be locked; the function locks its
 * slots. Repeating it changes nothing.
 */
export async function releaseChangeSeats(tx: Tx, orderId: number, orderChangeId: number): Promise<void> {
  const [kept] = await tx
    .select({ id: holds.id })
    .from(holds)
    .where(and(eq(holds.orderChangeId, orderChangeId), eq(holds.state, 'held')))
    .limit(1)
  if (!kept) return
  for (const hold of await lockAllSeats(tx, orderId)) {
    if (hold.orderChangeId !== orderChangeId || hold.state !== 'held') continue
    await tx
      .update(flights)
      .set({ seatsHeld: sql`${flights.seatsHeld} - ${hold.seats}` })
      .where(eq(flights.id, hold.flightId))
    await tx.update(holds).set({ state: 'released', paymentOpen: false }).where(eq(holds.id, hold.id))
  }
}
