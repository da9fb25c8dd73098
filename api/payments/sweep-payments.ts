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
 * Looks after payments nobody asks about any more: lost webhooks, closed browsers, crashes between
 * two steps. Open ones are read afresh after five minutes, and closed at the provider once their
 * hold is over; refunds without an answer are asked for again.
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
  // Those asked about longest ago come first, so that a few that cannot be settled never hold up
  // the rest. Read anew: those before it took their time, and its shopper may have typed another
  // card meanwhile.
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

/** One that fails must not hold up the others. */
async function guarded(deps: ApiDeps, what: Record<string, number>, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    deps.log.warn({ err: error, ...what }, 'the payment sweep could not finish one')
  }
}
