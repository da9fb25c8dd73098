import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { lockOrder, transitionOrder } from '../store/orders/order.ts'
import { closeAttempt } from '../payments/close-attempt.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { releaseUnpaidSeatsOn, releaseSeats } from '../seats/order-seats.ts'
import { releaseTenders } from '../tenders/release-tenders.ts'
import { type CancelledSlot } from './make-rebooking-offer.ts'

/**
 * Ends the hold of an unpaid order or reschedule on a cancelled departure: its payment is closed at
 * the provider first. Money that arrives before is refunded (`acceptMoney`).
 * @returns false while the provider does not answer
 */
export async function endCancelledHold(
  deps: ApiDeps,
  calledOff: CancelledSlot,
  orderId: number,
): Promise<boolean> {
  const open = await findOpenAttempt(deps.database.db, orderId)
  if (open && !(await closeAttempt(deps, open.id, deps.clock.now())).ok) return false
  return retryDeadlocks(() => deps.database.db.transaction((tx) => end(tx, deps, calledOff, orderId)))
}

async function end(
  tx: Tx,
  deps: ApiDeps,
  { cancellation, slot }: CancelledSlot,
  orderId: number,
): Promise<boolean> {
  const now = deps.clock.now()
  const order = await lockOrder(tx, orderId)
  // Another payment may have begun meanwhile; the next run closes it.
  if (await findOpenAttempt(tx, orderId)) return false
  if (order.status === 'awaiting_payment' || order.status === 'expired') {
    await releaseTenders(tx, { orderId, now })
    const reason = 'departure called off before it was paid'
    await transitionOrder(tx, { orderId, to: 'cancelled', actor: cancellation.actor, reason, now })
    await releaseSeats(tx, orderId)
    return true
  }
  await releaseUnpaidSeatsOn(tx, orderId, slot.id)
  return true
}
