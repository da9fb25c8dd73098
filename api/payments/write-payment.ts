import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { paymentAttempts, payments } from '../db/schema/money.ts'
import { type ArrivedMoney, type WrittenPayment } from './arrived-money.ts'

/**
 * Writes money that has arrived, once per attempt; the attempt has succeeded, whatever becomes of
 * the money.
 */
export async function writePayment(
  tx: Tx,
  { order, attempt, seen, counter, now }: ArrivedMoney,
): Promise<WrittenPayment> {
  if (!seen.paymentIntent && !counter)
    throw new Error(`Payment ${seen.reference} is paid but has no PaymentIntent`)
  await tx
    .update(paymentAttempts)
    .set({ state: 'succeeded', closedAt: now, url: null, lastError: null })
    .where(eq(paymentAttempts.id, attempt.id))
  const [payment] = await tx
    .insert(payments)
    .values({
      orderId: order.id,
      attemptId: attempt.id,
      amountCents: seen.amountCents,
      currency: seen.currency,
      method: counter?.method ?? 'online',
      paymentIntent: seen.paymentIntent,
      readerReference: counter?.readerReference ?? null,
      cardBrand: seen.card?.brand ?? null,
      cardLast4: seen.card?.last4 ?? null,
      createdAt: now,
    })
    .returning({ id: payments.id, amountCents: payments.amountCents })
  if (!payment) throw new Error('The payment was not written')
  return payment
}
