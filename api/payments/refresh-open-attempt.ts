import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { paymentAttempts } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { applyPayment } from './apply-payment.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'

/** Short, because a payer who returns from the bank or the hosted page asks at once. */
const DEBOUNCE_MS = 300

/**
 * Before an order is shown, reads its open payment from the provider and applies the answer. It
 * asks at most once per interval, however often the page is loaded: a reader in between waits and
 * never sees the state from before. It never fails: without an answer the order is shown as it
 * stands.
 */
export async function refreshOpenAttempt(deps: ApiDeps, orderId: number): Promise<void> {
  const open = await findOpenAttempt(deps.database.db, orderId)
  if (!open?.reference) return
  if (!(await claimRefresh(deps, open.id))) {
    // Another reader asked just before, perhaps before the payment, and may still wait for the
    // answer.
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
