import { eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { orderRefunds } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { type PlannedRefund } from '../../domain/money/plan-refund.ts'
import { createRefund } from './create-refund.ts'
import { type Refundable } from './load-refundable.ts'
import { type OrderRow } from '../orders/lock-order.ts'
import { settleOrderRefund } from './settle-order-refund.ts'

export interface NewOrderRefund {
  /** Locked by the caller. */
  order: OrderRow
  refundable: Refundable
  plan: PlannedRefund
  origin: 'staff' | 'owner'
  /** `user:12`, `session:…`. */
  actor: string
  reason: string
  /** Whose request it was, null when it named none. */
  idemKey: string | null
  now: Date
}

/**
 * Gives back a part of a sold order, or all of it: everything but the card's part at once, and that is written down for
 * `issueRefund` to ask the provider for after the commit. All or nothing with the caller's transaction.
 *
 * @returns `refundId` null when the card gets nothing
 * @throws GiftCardsSpent when bought gift cards of it cannot come back any more; undo it all then
 */
export async function writeOrderRefund(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs' | 'log'>,
  refund: NewOrderRefund,
): Promise<{ orderRefundId: number; refundId: number | null }> {
  const { order, plan, origin, actor, reason, idemKey, now } = refund
  const { lines, tenders, amountCents } = plan
  const [written] = await tx
    .insert(orderRefunds)
    .values({
      orderId: order.id,
      origin,
      actor,
      reason,
      lines,
      tenders,
      amountCents,
      idemKey,
      createdAt: now,
    })
    .returning({ id: orderRefunds.id })
  if (!written) throw new Error('The refund was not written')
  const refundId = await writeCardPart(tx, refund, written.id)
  await settleOrderRefund(tx, deps, { ...refund, orderRefundId: written.id })
  return { orderRefundId: written.id, refundId }
}

async function writeCardPart(
  tx: Tx,
  { refundable: { payment }, plan, reason, now }: NewOrderRefund,
  orderRefundId: number,
): Promise<number | null> {
  const amountCents = plan.tenders.cardCents
  if (amountCents === 0) return null
  if (!payment) throw new Error('A card gets money back that paid nothing')
  const idemKey = `refund:${String(orderRefundId)}`
  const origin = 'order'
  const created = await createRefund(tx, { paymentId: payment.id, amountCents, reason, idemKey, origin, now })
  if (!created.ok) throw new Error(`The card's part was refused: ${created.reason}`)
  const { refundId } = created
  await tx.update(orderRefunds).set({ refundId }).where(eq(orderRefunds.id, orderRefundId))
  return refundId
}
