import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { type PaymentAttempt } from '../store/payments/payment-attempts.ts'
import { lockTenders } from '../store/orders/lock-tenders.ts'
import { moveCredit } from '../tenders/reserve-tenders.ts'

/**
 * Reserves the credit of a change again whose payment was closed before its money arrived. The
 * order's row must be locked.
 * @returns false when there is not enough left
 */
export async function reReserveChangeCredit(tx: Tx, attempt: PaymentAttempt): Promise<boolean> {
  const ofAttempt = and(eq(orderTenders.attemptId, attempt.id), eq(orderTenders.state, 'released'))
  const rows = await tx.select().from(orderTenders).where(ofAttempt)
  if (rows.length === 0) return true
  const { credits } = await lockTenders(tx, rows)
  for (const { userId, amountCents } of rows) {
    const balance = credits.find((one) => one.userId === userId)?.balanceCents ?? 0
    if (userId === null || balance < amountCents) return false
    await moveCredit(tx, userId, -amountCents)
  }
  const ids = rows.map(({ id }) => id)
  await tx
    .update(orderTenders)
    .set({ state: 'reserved', settledAt: null })
    .where(inArray(orderTenders.id, ids))
  return true
}
