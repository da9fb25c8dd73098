import { eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { orderEvents, orders } from '../../db/schema/orders.ts'
import { type OrderState, canTransition } from '../../rules/orders/order-states.ts'
import { announceOrder } from '../queue-webhook.ts'
import { settleDiscountUses } from './follow-order.ts'

export interface OrderTransition {
  orderId: number
  to: OrderState
  /** `user:12`, `session:…`, `stripe`, `clock`. */
  actor: string
  reason: string
  now: Date
  details?: Record<string, string | number | boolean | null>
  /** The amount paid with this change. */
  amountPaidCents?: number
}

/**
 * Changes the state of an order and writes who, when and why; its code and its prize follow. It
 * locks the order's row, so call it before anything that locks slots (order rows come before slots
 * everywhere).
 */
export async function transitionOrder(
  tx: Tx,
  { orderId, to, actor, reason, now, details, amountPaidCents }: OrderTransition,
): Promise<
  | { ok: true; from: OrderState }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'transition_refused'; from: OrderState }
> {
  const [order] = await tx
    .select({ status: orders.status, pricing: orders.pricing })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update')
  if (!order) return { ok: false, reason: 'not_found' }
  const from = order.status
  if (!canTransition(from, to)) return { ok: false, reason: 'transition_refused', from }
  await tx
    .update(orders)
    .set({ status: to, amountPaidCents, ...(to === 'completed' ? { completedAt: now } : {}) })
    .where(eq(orders.id, orderId))
  await tx
    .insert(orderEvents)
    .values({ orderId, at: now, actor, fromStatus: from, toStatus: to, reason, details: details ?? null })
  await settleDiscountUses(tx, { orderId, cart: order.pricing?.cart, to, now })
  // An order that was never paid is not announced to other systems.
  if (to === 'completed') await announceOrder(tx, { type: 'order.completed', orderId, now })
  if (to === 'cancelled' && (from === 'completed' || from === 'partially_refunded')) {
    await announceOrder(tx, { type: 'order.cancelled', orderId, now })
  }
  return { ok: true, from }
}
