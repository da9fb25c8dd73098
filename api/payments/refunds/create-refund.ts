import { eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { payments, refunds } from '../../db/schema/money.ts'

export interface NewRefund {
  paymentId: number
  amountCents: number
  /** The order refund to which it belongs. */
  orderRefundId?: number
  /** For the ledger and staff, not for the provider. */
  reason: string
  /**
   * The provider's idempotency key, one per reason to refund: `autorefund:{attempt}`,
   * `refund:{order refund}`.
   */
  idemKey: string
  /** `order` for the card's part of an order's refund; money that could not be kept otherwise. */
  origin?: 'automatic' | 'order'
  now: Date
}

export type CreatedRefund =
  { ok: true; refundId: number } | { ok: false; reason: 'charge_disputed' | 'more_than_paid' }

/**
 * Writes a refund under the payment's lock before the provider is asked and counts it at once, so
 * that refunds never exceed their payment. The same `idemKey` finds the first refund. A payment
 * under dispute, or lost in one, cannot be refunded, because it would be paid twice.
 */
export async function createRefund(tx: Tx, refund: NewRefund): Promise<CreatedRefund> {
  const { paymentId, amountCents, reason, idemKey, origin = 'automatic', orderRefundId, now } = refund
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  if (!payment) throw new Error(`There is no payment ${String(paymentId)}`)
  const [before] = await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.idemKey, idemKey))
  if (before) return { ok: true, refundId: before.id }
  if (payment.disputeState === 'open' || payment.disputeState === 'lost') {
    return { ok: false, reason: 'charge_disputed' }
  }
  const refundedCents = payment.refundedCents + amountCents
  if (refundedCents > payment.amountCents) return { ok: false, reason: 'more_than_paid' }
  await tx.update(payments).set({ refundedCents }).where(eq(payments.id, paymentId))
  const [written] = await tx
    .insert(refunds)
    .values({
      orderId: payment.orderId,
      paymentId,
      orderRefundId: orderRefundId ?? null,
      amountCents,
      reason,
      origin,
      state: 'created',
      idemKey,
      createdAt: now,
    })
    .returning({ id: refunds.id })
  if (!written) throw new Error('The refund was not written')
  return { ok: true, refundId: written.id }
}
