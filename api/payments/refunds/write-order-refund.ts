import { type Tx } from '../../db/client.ts'
import { orderRefunds } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { type PlannedRefund } from '../../rules/refunds/plan-refund.ts'
import { splitCardPart } from '../../rules/refunds/split-card-part.ts'
import { createRefund } from './create-refund.ts'
import { type Refundable } from '../../store/orders/load-refundable.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { settleOrderRefund } from './settle-order-refund.ts'

export interface NewOrderRefund {
  /** Locked by the caller. */
  order: OrderRow
  refundable: Refundable
  plan: PlannedRefund
  origin: 'staff' | 'owner' | 'claim'
  /** Staff cancel the order with it: nothing of the order remains, whatever is refunded. */
  ends?: boolean
  /** For a partial refund: releases seats on this departure only. */
  slotId?: number
  /** The flight on which seats among its lines are released. */
  flightId?: number | undefined
  /** Who stays home when some of the seats are refunded. */
  staying?: readonly number[]
  /** `user:12`, `session:…`. */
  actor: string
  reason: string
  /** The key of the request, null when it had none. */
  idemKey: string | null
  now: Date
}

/**
 * Refunds a sold order or a part of it: everything except the card's part at once; that is written
 * for `issueRefund` to request after the commit. It succeeds or fails with the caller's
 * transaction.
 * @returns its id
 * @throws GiftCardsSpent when bought gift cards of it cannot be returned any more; the caller must
 * roll back
 */
export async function writeOrderRefund(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs' | 'log'>,
  refund: NewOrderRefund,
): Promise<number> {
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
  await writeCardParts(tx, refund, written.id)
  await settleOrderRefund(tx, deps, { ...refund, orderRefundId: written.id })
  return written.id
}

/** Each payment is refunded its own part under a key of its own. */
async function writeCardParts(
  tx: Tx,
  { refundable: { payments }, plan, reason, now }: NewOrderRefund,
  orderRefundId: number,
): Promise<void> {
  for (const [index, { paymentId, amountCents }] of splitCardPart(
    payments,
    plan.tenders.cardCents,
  ).entries()) {
    const idemKey = `refund:${String(orderRefundId)}${index === 0 ? '' : `:${String(index + 1)}`}`
    const part = { paymentId, amountCents, orderRefundId, reason, idemKey, origin: 'order' as const, now }
    const created = await createRefund(tx, part)
    if (!created.ok) throw new Error(`The card's part was refused: ${created.reason}`)
  }
}
