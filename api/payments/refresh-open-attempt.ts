import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { paymentAttempts } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { applyPayment } from './apply-payment.ts'
import { findOpenAttempt } from '../store/payments/find-attempt.ts'

/** Short: who comes back from the bank or the hosted page asks at once how it went. */
const DEBOUNCE_MS = 300

/**
 * Before an order is shown: asks the provider about its open payment, if any, and applies the
 * answer. Not twice in a moment for the same attempt, however often the page is loaded: who comes
 * in that moment waits for it to pass, and is not shown what was before. Never fails: without an
 * answer the order is shown as it stands.
 */
export async function refreshOpenAttempt(deps: ApiDeps, orderId: number): Promise<void> {
  const open = await findOpenAttempt(deps.database.db, orderId)
  if (!open?.reference) return
  if (!(await claimRefresh(deps, open.id))) {
    // Somebody asked a moment ago, perhaps just before it was paid, and may still be waiting for
    // the answer.
    await deps.clock.wait(DEBOUNCE_MS)
    if (!(await claimRefresh(deps, open.id))) return
  }
  try {
    await applyPayment(deps, { attemptId: open.id })
  } catch (error) {
    deps.log.warn({ err: error, attempt: open.id }, 'an open payment could not be asked about')
  }
}

async function claimRefresh({ database, clock }: ApiDeps, attemptId: number): Promise<boolean> {
  const now = clock.now()
  const [turn] = await database.db
    .update(paymentAttempts)
    .set({ lastCheckedAt: now })
    .where(
      and(
        eq(paymentAttempts.id, attemptId),
        or(
          isNull(paymentAttempts.lastCheckedAt),
          lte(paymentAttempts.lastCheckedAt, new Date(now.getTime() - DEBOUNCE_MS)),
        ),
      ),
    )
    .returning({ id: paymentAttempts.id })
  return turn !== undefined
}
