import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { paymentAttempts } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { isAttemptOpen, canTransitionAttempt, judgePayment } from '../rules/money/payment-attempt.ts'
import { type ProviderPayment, readProviderPayment } from '../gateways/provider-payment.ts'
import { acceptMoney } from './accept-money.ts'
import {
  findAttempt,
  findAttemptByMetadata,
  findAttemptByReference,
  type PaymentAttempt,
} from '../store/payments/find-attempt.ts'
import { findChange } from '../store/orders/find-change.ts'
import { issueRefund } from './refunds/issue-refund.ts'
import { saveCardAfterPayment } from './cards/sync-card.ts'
import { lockOrder } from '../store/orders/lock-order.ts'
import { markPaymentOpen } from '../seats/order-seats.ts'
import { CLOSE_GRACE_MS, getLatestHoldEnd } from '../store/payments/payment-request.ts'
import { releaseAttemptTenders } from '../tenders/release-attempt-tenders.ts'

export type PaymentOutcome =
  /** This call or an earlier one has completed the order. */
  | 'completed'
  /** The money was refunded or is being refunded. */
  | 'returned'
  /** The payment is not final yet. */
  | 'waiting'
  /** No money will come from this attempt. */
  | 'closed'

export type AppliedPayment =
  | { ok: true; outcome: PaymentOutcome; attempt: PaymentAttempt; seen: ProviderPayment }
  | { ok: false; reason: 'unknown_payment' }

export type PaymentToApply = { attemptId: number } | { reference: string }

/**
 * Reads the state of a payment from the provider and applies it: the one place where money becomes
 * an order. The return page, the webhook worker and the sweeper call it in any number and order;
 * the order's lock lets exactly one of them act. The provider is asked before the transaction,
 * never inside it.
 * @throws the provider's error when it does not answer
 */
export async function applyPayment(deps: ApiDeps, which: PaymentToApply): Promise<AppliedPayment> {
  const found = await locate(deps, which)
  if (!found) return { ok: false, reason: 'unknown_payment' }
  const seen = found.seen ?? (await readProviderPayment(deps.stripe, found.reference))
  const applied = await deps.database.db.transaction((tx) => applySeen(tx, deps, found.attempt, seen))
  if (applied.refundId !== undefined) await issueRefund(deps, applied.refundId)
  if (!applied.ours) return { ok: false, reason: 'unknown_payment' }
  if (applied.outcome === 'completed') await saveCardAfterPayment(deps, found.attempt, seen)
  return { ok: true, outcome: applied.outcome, attempt: applied.attempt, seen }
}

interface Located {
  attempt: PaymentAttempt
  reference: string
  seen?: ProviderPayment
}

async function locate(deps: ApiDeps, which: PaymentToApply): Promise<Located | undefined> {
  const { db } = deps.database
  const known =
    'attemptId' in which
      ? await findAttempt(db, which.attemptId)
      : await findAttemptByReference(db, which.reference)
  const reference = known?.reference ?? ('reference' in which ? which.reference : undefined)
  if (known && reference) return { attempt: known, reference }
  if (!reference) return undefined
  // The provider created it, but its answer was not stored; our metadata on the object names the
  // attempt.
  const seen = await readProviderPayment(deps.stripe, reference)
  const attempt = await findAttemptByMetadata(db, seen.metadata)
  if (!attempt) return undefined
  // The intent behind a hosted session has the same metadata; the session is the object we asked
  // for.
  if (attempt.reference && attempt.reference !== reference) return { attempt, reference: attempt.reference }
  return { attempt, reference, seen }
}

interface Applied {
  ours: boolean
  outcome: PaymentOutcome
  attempt: PaymentAttempt
  refundId?: number
}

async function applySeen(
  tx: Tx,
  deps: ApiDeps,
  unlocked: PaymentAttempt,
  seen: ProviderPayment,
): Promise<Applied> {
  const now = deps.clock.now()
  const order = await lockOrder(tx, unlocked.orderId)
  // It reads the attempt again, because the previous holder of the lock may have changed it.
  const attempt = (await findAttempt(tx, unlocked.id)) ?? unlocked
  const current = await noteSeen(tx, attempt, seen)
  const verdict = judgePayment({ ...attempt, orderId: order.id }, seen)

  if (verdict === 'not_ours') {
    deps.log.error({ attempt: attempt.id, reference: seen.reference }, 'a payment does not carry our marks')
    return { ours: false, outcome: 'waiting', attempt: current }
  }
  if (attempt.state === 'succeeded') {
    const kept = current.purpose === 'order' ? order.completedAt !== null : await isKept(tx, current)
    return { ours: true, outcome: kept ? 'completed' : 'returned', attempt: current }
  }
  if (verdict === 'wait') return { ours: true, outcome: 'waiting', attempt: current }
  if (verdict === 'closed') {
    if (isAttemptOpen(attempt.state)) await closeInside(tx, attempt, now)
    return { ours: true, outcome: 'closed', attempt: { ...current, state: 'canceled' } }
  }
  if (!canTransitionAttempt(attempt.state, 'succeeded'))
    throw new Error(`Attempt ${String(attempt.id)} cannot succeed`)
  const accepted = await acceptMoney(tx, deps, { order, attempt: current, seen, verdict, now })
  return { ours: true, attempt: { ...current, state: 'succeeded' }, ...accepted }
}

async function isKept(tx: Tx, { orderChangeId }: PaymentAttempt): Promise<boolean> {
  return (await findChange(tx, orderChangeId)).state === 'completed'
}

async function noteSeen(tx: Tx, attempt: PaymentAttempt, seen: ProviderPayment) {
  const [noted] = await tx
    .update(paymentAttempts)
    .set({
      state: attempt.state === 'created' ? 'open' : attempt.state,
      reference: attempt.reference ?? seen.reference,
      paymentIntent: seen.paymentIntent ?? attempt.paymentIntent,
      url: isAttemptOpen(attempt.state) ? seen.redirectUrl : attempt.url,
      lastError: seen.lastError ?? attempt.lastError,
    })
    .where(eq(paymentAttempts.id, attempt.id))
    .returning()
  if (!noted) throw new Error(`Payment attempt ${String(attempt.id)} is gone`)
  return noted
}

/**
 * The provider reports that no money will come: tenders are released and the hold runs by the clock
 * again, a little longer in case the shopper tries again.
 */
async function closeInside(tx: Tx, attempt: PaymentAttempt, now: Date) {
  await tx
    .update(paymentAttempts)
    .set({ state: 'canceled', closedAt: now, url: null })
    .where(eq(paymentAttempts.id, attempt.id))
  await releaseAttemptTenders(tx, attempt, now)
  const until = new Date(now.getTime() + CLOSE_GRACE_MS)
  await markPaymentOpen(tx, attempt.orderId, false, until, getLatestHoldEnd(attempt, now))
}
