import { type FieldErrors } from '#contract/errors.ts'
import { type ApiDeps } from '../deps.ts'
import { completeOrder } from './complete-order.ts'
import { keepReductions } from './keep-reductions.ts'
import { lockOrder } from './lock-order.ts'
import { settleSeats } from './order-seats.ts'

export type CompletedFree =
  | { ok: true; payment: null }
  | { ok: false; reason: 'already_paid' | 'order_expired' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/** Completes an order with nothing left to pay, without the provider. */
export async function completeFreeOrder(deps: ApiDeps, orderId: number): Promise<CompletedFree> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === 'completed') return { ok: false, reason: 'already_paid' }
    const lost = order.status === 'awaiting_payment' && (await keepReductions(tx, order, now))
    if (lost) return { ok: false, reason: 'invalid', fields: lost }
    const settled = order.status === 'awaiting_payment' && (await settleSeats(tx, orderId)).ok
    if (!settled) return { ok: false, reason: 'order_expired' }
    const eventKey = `order:${String(orderId)}`
    const reason = 'nothing to pay'
    await completeOrder(tx, deps, { order, eventKey, actor: `order:${String(orderId)}`, reason, now })
    return { ok: true, payment: null }
  })
}
