import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { paymentAttempts } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { applyPayment } from './apply-payment.ts'
import { findOpenAttempt } from './find-attempt.ts'

/** Short: who comes back from the bank or the hosted page asks at once how it went, and must not see what was before. */
const DEBOUNCE_MS = 300

/**
 * Before an order is shown: asks the provider about its open payment, if any, and applies the answer. Not twice
 * in a moment for the same attempt, however often the page is loaded. Never fails: without an answer the order is shown
 * as it stands.
 */
export async function refreshOpenAttempt(deps: ApiDeps, orderId: number): Promise<void> {
  const { db } = deps.database
  const open = await findOpenAttempt(db, orderId)
  if (!open?.reference) return
  const now = deps.clock.now()
  const [turn] = await db
    .update(paymentAttempts)
    .set({ lastCheckedAt: now })
    .where(
      and(
        eq(paymentAttempts.id, open.id),
        or(
          isNull(paymentAttempts.lastCheckedAt),
          lte(paymentAttempts.lastCheckedAt, new Date(now.getTime() - DEBOUNCE_MS)),
        ),
      ),
    )
    .returning({ id: paymentAttempts.id })
  if (!turn) return
  try {
    await applyPayment(deps, { attemptId: open.id })
  } catch (error) {
    deps.log.warn({ err: error, attempt: open.id }, 'an open payment could not be asked about')
  }
}
