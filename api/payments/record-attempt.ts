import { and, eq } from 'drizzle-orm'
import { paymentAttempts } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { type PaymentAttempt } from '../store/payments/find-attempt.ts'
import { lockOrder } from '../store/orders/lock-order.ts'
import { markPaymentOpen } from '../seats/order-seats.ts'
import { releaseAttemptTenders } from '../tenders/release-attempt-tenders.ts'

/**
 * Stores what the provider created for an attempt, and the bank's answer about its card, if any.
 */
export async function storeReference(
  deps: Pick<ApiDeps, 'database'>,
  attempt: PaymentAttempt,
  reference: string,
  error?: string,
): Promise<void> {
  await deps.database.db
    .update(paymentAttempts)
    .set({
      state: 'open',
      reference,
      lastError: error ?? null,
      ...(attempt.kind === 'pi' ? { paymentIntent: reference } : {}),
    })
    // A webhook may have been faster, so a settled attempt stays settled.
    .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.state, attempt.state)))
}

/**
 * The provider created nothing: the attempt ends, its tenders are released, and the seats stay a
 * little for the next try.
 */
export async function failAttempt(deps: ApiDeps, attempt: PaymentAttempt, message: string): Promise<void> {
  const now = deps.clock.now()
  await deps.database.db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId)
    const [failed] = await tx
      .update(paymentAttempts)
      .set({ state: 'failed', closedAt: now, lastError: message })
      .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.state, 'created')))
      .returning({ id: paymentAttempts.id })
    if (!failed) return
    await releaseAttemptTenders(tx, attempt, now)
    await markPaymentOpen(tx, attempt.orderId, false, attempt.holdUntil)
  })
}
