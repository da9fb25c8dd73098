import { and, eq, sum } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { payments, refunds } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { lockOrder } from './lock-order.ts'
import { releaseSeats } from './order-seats.ts'
import { queueMail } from './queue-mail.ts'
import { transitionOrder } from './transition-order.ts'

/**
 * A sold order had money given back: it becomes `partially_refunded`, or `refunded`, and then its seats are free again,
 * because nobody flies for nothing. The buyer is told. Call it under the order's lock.
 */
export async function settleRefundedOrder(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs' | 'log'>,
  refund: Pick<typeof refunds.$inferSelect, 'id' | 'orderId' | 'paymentId'>,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, refund.orderId)
  const to = (await isGivenBack(tx, refund.paymentId)) ? 'refunded' : 'partially_refunded'
  const reason = 'refunded at the provider'
  // A second part of the money does not change the status again.
  if (order.status !== to) {
    const moved = await transitionOrder(tx, { orderId: order.id, to, actor: 'stripe', reason, now })
    if (!moved.ok) {
      deps.log.error({ order: order.id, refund: refund.id, status: order.status }, 'a refund fits no order')
      return
    }
  }
  if (to === 'refunded') await releaseSeats(tx, order.id)
  const eventKey = `refunded:${String(refund.id)}`
  await queueMail(tx, { kind: 'refunded', eventKey, orderId: order.id, to: order.email }, now, deps)
}

async function isGivenBack(tx: Tx, paymentId: number): Promise<boolean> {
  const [payment] = await tx
    .select({ amountCents: payments.amountCents })
    .from(payments)
    .where(eq(payments.id, paymentId))
  const [back] = await tx
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'succeeded')))
  return payment !== undefined && (back?.cents ?? 0) >= payment.amountCents
}
