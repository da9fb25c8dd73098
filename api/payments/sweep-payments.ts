import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { paymentAttempts, payments, refunds } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { applyPayment } from './apply-payment.ts'
import { beginPayment } from './begin-payment.ts'
import { closeAttempt } from './close-attempt.ts'
import { issueRefund } from './refunds/issue-refund.ts'

const OPEN_FOR_MS = 5 * 60_000
const BATCH = 50

/**
 * Settles payments that nobody asks about any more: lost webhooks, closed browsers, crashes between
 * two steps. Open payments are read after five minutes and closed at the provider after their hold;
 * refunds without an answer are requested again.
 */
export async function sweepPayments(deps: ApiDeps): Promise<void> {
  const now = deps.clock.now()
  const stale = await deps.database.db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        mayBringMoney,
        or(
          lte(paymentAttempts.createdAt, new Date(now.getTime() - OPEN_FOR_MS)),
          lte(paymentAttempts.holdUntil, now),
        ),
      ),
    )
    .orderBy(asc(sql`coalesce(${paymentAttempts.lastCheckedAt}, ${paymentAttempts.createdAt})`))
    .limit(BATCH)
  for (const { id } of stale) await guarded(deps, { attempt: id }, () => sweepAttempt(deps, id))
  const owed = await deps.database.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.method, 'online'), inArray(refunds.state, ['created', 'pending'])))
    .orderBy(asc(sql`coalesce(${refunds.lastCheckedAt}, ${refunds.createdAt})`))
    .limit(BATCH)
  for (const { id } of owed) await guarded(deps, { refund: id }, () => issueRefund(deps, id))
}

const mayBringMoney = inArray(paymentAttempts.state, ['created', 'open'])

async function sweepAttempt(deps: ApiDeps, attemptId: number): Promise<void> {
  const now = deps.clock.now()
  // The longest unread payments come first, so that a few unsettled ones never block the rest. Each
  // is read again, because time has passed and its shopper may have typed another card.
  const [attempt] = await deps.database.db
    .update(paymentAttempts)
    .set({ lastCheckedAt: now })
    .where(and(eq(paymentAttempts.id, attemptId), mayBringMoney))
    .returning()
  if (!attempt) return
  if (attempt.holdUntil <= now) {
    await closeAttempt(deps, attempt.id, now)
    return
  }
  const begun = attempt.reference ? { ok: true } : await beginPayment(deps, attempt)
  if (begun.ok) await applyPayment(deps, { attemptId: attempt.id })
}

/** One failure must not block the others. */
async function guarded(deps: ApiDeps, what: Record<string, number>, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    deps.log.warn({ err: error, ...what }, 'the payment sweep could not finish one')
  }
}
