import { type Tx } from '../../db/client.ts'
import { orderRefunds } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { type PlannedRefund } from '../../rules/refunds/plan-refund.ts'
import { splitCardPart } from '../../rules/refunds/split-card-part.ts'
import { createRefund } from './create-refund.ts'
import { type Refundable } from '../../store/orders/load-refundable.ts'
import { type OrderRow } from '../../store/orders/lock-order.ts'
import { settleOrderRefund } from './settle-order-refund.ts'

export interface NewOrderRefund {
  /** Locked by the caller. */
  order: OrderRow
  refundable: Refundable
  plan: PlannedRefund
  origin: 'staff' | 'owner' | 'claim'
  /** Staff cancel with it: nothing of the order stands afterwards, whatever came back. */
  ends?: boolean
  /** Whose seats come back where it is for a part: those on this departure. */
  slotId?: number
  /** The flight on which seats among its lines come back. */
  flightId?: number | undefined
  /** Who stays home where a part of the seats comes back. */
  staying?: readonly number[]
  /** `user:12`, `session:…`. */
  actor: string
  reason: string
  /** Whose request it was, null when it named none. */
  idemKey: string | null
  now: Date
}

/**
 * Gives back a part of a sold order, or all of it: everything but the card's part at once, and that
 * is written down for `issueRefund` to ask the provider for after the commit. All or nothing with
 * the caller's transaction.
 *
 * @returns its id
 * @throws GiftCardsSpent when bought gift cards of it cannot come back any more; undo it all then
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

/** Each payment gets back its own part, under a key of its own. */
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
