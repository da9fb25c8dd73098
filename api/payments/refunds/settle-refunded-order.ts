import { eq } from 'drizzle-orm'
import { bookedStatuses } from '#contract/enums.ts'
import { type Tx } from '../../db/client.ts'
import { orderRefunds, refunds } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { findLeft } from '../../rules/refunds/plan-refund.ts'
import { loadRefundable } from '../../store/orders/load-refundable.ts'
import { lockOrder, type OrderRow } from '../../store/orders/order.ts'
import { settleOrderRefund } from './settle-order-refund.ts'
import { reclaimVoucher } from './reclaim-voucher.ts'

/**
 * Handles money of a sold order that has left the provider. A refund of ours was settled when it
 * was written; one that staff gave on the provider's own pages is written now as a refund of an
 * amount to the card. Call it under the order's lock.
 */
export async function settleRefundedOrder(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs' | 'log'>,
  refund: Pick<typeof refunds.$inferSelect, 'id' | 'orderId' | 'paymentId' | 'amountCents'>,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, refund.orderId)
  const [known] = await tx
    .select({ orderRefundId: refunds.orderRefundId })
    .from(refunds)
    .where(eq(refunds.id, refund.id))
  if (known?.orderRefundId != null) return
  if (!SOLD.includes(order.status)) {
    deps.log.error({ order: order.id, refund: refund.id, status: order.status }, 'a refund fits no order')
    return
  }
  const { amountCents } = refund
  // Once all of its money is back at the payer, nothing of an order is due any more.
  const left = findLeft((await loadRefundable(tx, order.id)).order)
  const ended = left.nothing && left.dueCents > 0 ? { dueCents: left.dueCents } : {}
  const tenders = { ...ended, cardCents: amountCents, creditCents: 0, vouchers: [], giftCards: [] }
  const plan = { lines: [], tenders, amountCents }
  const who = { origin: 'provider', actor: 'stripe', reason: 'refunded at the provider' } as const
  const [written] = await tx
    .insert(orderRefunds)
    .values({ ...who, ...plan, orderId: order.id, createdAt: now })
    .returning({ id: orderRefunds.id })
  if (!written) throw new Error('The refund was not written')
  await tx.update(refunds).set({ orderRefundId: written.id }).where(eq(refunds.id, refund.id))
  await reclaimVoucher(tx, deps, { order, refundId: refund.id, amountCents, now })
  const refundable = await loadRefundable(tx, order.id)
  await settleOrderRefund(tx, deps, { ...who, order, orderRefundId: written.id, refundable, plan, now })
}

const SOLD: OrderRow['status'][] = [...bookedStatuses, 'refunded', 'cancelled']
