import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { payments, refunds } from '../db/schema/money.ts'

export interface NewRefund {
  paymentId: number
  amountCents: number
  /** For the books and for staff, not for the provider. */
  reason: string
  /** The provider's idempotency key, one per reason to refund: `autorefund:{attempt}`. */
  idemKey: string
  now: Date
}

/**
 * Writes a refund under the payment's lock before the provider is asked, and counts it as given at once, so that
 * refunds of one payment never exceed it.
 *
 * @returns the refund's id; the same `idemKey` again returns the first
 * @throws RangeError when it is more than what is left of the payment
 */
export async function createRefund(tx: Tx, refund: NewRefund): Promise<number> {
  const { paymentId, amountCents, reason, idemKey, now } = refund
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  if (!payment) throw new Error(`There is no payment ${String(paymentId)}`)
  const [before] = await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.idemKey, idemKey))
  if (before) return before.id
  const refundedCents = payment.refundedCents + amountCents
  if (refundedCents > payment.amountCents) throw new RangeError('More would be refunded than was paid')
  await tx.update(payments).set({ refundedCents }).where(eq(payments.id, paymentId))
  const [written] = await tx
    .insert(refunds)
    .values({
      orderId: payment.orderId,
      paymentId,
      amountCents,
      reason,
      state: 'created',
      idemKey,
      createdAt: now,
    })
    .returning({ id: refunds.id })
  if (!written) throw new Error('The refund was not written')
  return written.id
}
