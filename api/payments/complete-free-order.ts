import { type FieldErrors } from '#contract/errors.ts'
import { type ApiDeps } from '../deps.ts'
import { sellOrder } from './complete-order.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { confirmDiscounts } from '../pricing/save-discounts.ts'
import { hasReservedPrice, lockOrder } from '../store/orders/order.ts'
import { toPaymentObstacle, settleSeats } from '../seats/order-seats.ts'
import { lockTenderPlan, reserveTenderPlan, type TenderPlan } from '../tenders/reserve-order-tenders.ts'

export type CompletedFree =
  | { ok: true; payment: null }
  | {
      ok: false
      reason: 'already_paid' | 'order_expired' | 'payment_in_progress' | 'flight_closed' | 'too_heavy'
    }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/**
 * Completes an order whose tenders leave nothing for a card, in one transaction and without the
 * provider.
 */
export async function completeFreeOrder(
  deps: ApiDeps,
  orderId: number,
  plan: TenderPlan,
): Promise<CompletedFree> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === 'completed') return { ok: false, reason: 'already_paid' }
    const mayBeLost = order.status === 'awaiting_payment' && hasReservedPrice(order)
    const lost = mayBeLost && (await confirmDiscounts(tx, order, now))
    if (lost) return { ok: false, reason: 'invalid', fields: lost }
    if (order.status !== 'awaiting_payment') return { ok: false, reason: 'order_expired' }
    if (await findOpenAttempt(tx, orderId)) return { ok: false, reason: 'payment_in_progress' }
    const price = await lockTenderPlan(tx, order, plan, now)
    if (!price.ok) return price
    const settled = await settleSeats(tx, orderId, now)
    if (!settled.ok) return { ok: false, reason: toPaymentObstacle(settled.reason) }
    const priced = await reserveTenderPlan(tx, order, price, { payer: plan.payer, attemptId: null, now })
    const eventKey = `order:${String(orderId)}`
    const reason = price.tenders ? 'paid without a card' : 'nothing to pay'
    const actor = `order:${String(orderId)}`
    const paidByRequest = plan.requestKey
    await sellOrder(tx, deps, { order: priced, eventKey, actor, reason, now, paidByRequest })
    return { ok: true, payment: null }
  })
}
