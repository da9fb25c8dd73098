import { and, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderChanges } from '../db/schema/orders.ts'
import { type PaymentAttempt } from '../store/payments/payment-attempts.ts'
import { releaseChangeSeats } from '../seats/hold-change-seats.ts'
import { releaseReserved } from './release-tenders.ts'

/**
 * The payment of an order change ended without money: its credit and its held seats are released,
 * and the order stays as it was. The order's row must be locked, its slots not yet. A change that
 * was settled before keeps its result.
 */
export async function abandonChange(tx: Tx, attempt: PaymentAttempt, now: Date): Promise<void> {
  await releaseReserved(tx, { orderId: attempt.orderId, attemptId: attempt.id, now })
  if (attempt.orderChangeId === null) return
  await releaseChangeSeats(tx, attempt.orderId, attempt.orderChangeId)
  await tx
    .update(orderChanges)
    .set({ state: 'expired', settledAt: now })
    .where(and(eq(orderChanges.id, attempt.orderChangeId), eq(orderChanges.state, 'awaiting_payment')))
}
