import { and, eq } from 'drizzle-orm'
import { paymentAttempts } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { applyPayment } from './apply-payment.ts'
import { resolveLostAttempt } from './begin-payment.ts'
import {
  CLOSE_GRACE_MS,
  findAttempt,
  findOpenAttempt,
  getLatestHoldEnd,
  type PaymentAttempt,
} from '../store/payments/payment-attempts.ts'
import { lockOrder } from '../store/orders/order.ts'
import { markPaymentOpen } from '../seats/order-seats.ts'
import { releaseAttemptTenders } from '../tenders/release-attempt-tenders.ts'

export type ClosedAttempt =
  /** No money can arrive any more; the hold runs by the clock again. */
  | { ok: true; outcome: 'closed' }
  /** Money had already arrived and was applied. */
  | { ok: true; outcome: 'completed' | 'returned' }
  /** The provider did not answer: the seats stay reserved, and the caller asks again later. */
  | { ok: false; reason: 'payment_provider_unavailable' }

/**
 * Ends an attempt at the provider first and then releases the seats, so that money never arrives
 * for lost seats.
 * @param keepSeatsUntil the end of the hold afterwards; by default two minutes, for the shopper's
 * next step
 */
export async function closeAttempt(
  deps: ApiDeps,
  attemptId: number,
  keepSeatsUntil = new Date(deps.clock.now().getTime() + CLOSE_GRACE_MS),
): Promise<ClosedAttempt> {
  const attempt = await begunAttempt(deps, attemptId)
  if (!attempt) return { ok: false, reason: 'payment_provider_unavailable' }
  if (attempt.state === 'failed' || attempt.state === 'canceled') return { ok: true, outcome: 'closed' }
  if (attempt.state === 'succeeded') return learn(deps, attempt, keepSeatsUntil)
  try {
    await closeAtProvider(deps, attempt)
  } catch (error) {
    const failure = readProviderFailure(error)
    // The refusal means that it is paid or was closed before; a fresh read decides.
    return failure.kind === 'refused'
      ? learn(deps, attempt, keepSeatsUntil)
      : { ok: false, reason: 'payment_provider_unavailable' }
  }
  await noteClosed(deps, attempt, keepSeatsUntil)
  return { ok: true, outcome: 'closed' }
}

/**
 * Notes that nothing is open at the provider: tenders are released, and the hold ends at
 * `keepSeatsUntil`.
 */
async function noteClosed(deps: ApiDeps, attempt: PaymentAttempt, keepSeatsUntil: Date): Promise<void> {
  await deps.database.db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId)
    await tx
      .update(paymentAttempts)
      .set({ state: 'canceled', closedAt: deps.clock.now(), url: null })
      .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.state, 'open')))
    await releaseAttemptTenders(tx, attempt, deps.clock.now())
    // The shopper may have begun another payment by now.
    if (await findOpenAttempt(tx, attempt.orderId)) return
    const promised = getLatestHoldEnd(attempt, deps.clock.now())
    await markPaymentOpen(tx, attempt.orderId, false, keepSeatsUntil, promised)
  })
}

/**
 * An attempt without reference may exist at the provider; this finds out without charging anybody.
 */
async function begunAttempt(deps: ApiDeps, attemptId: number): Promise<PaymentAttempt | undefined> {
  const attempt = await findAttempt(deps.database.db, attemptId)
  if (!attempt) throw new Error(`There is no payment attempt ${String(attemptId)}`)
  if (attempt.reference || attempt.state !== 'created') return attempt
  await resolveLostAttempt(deps, attempt)
  const begun = await findAttempt(deps.database.db, attemptId)
  return begun?.state === 'created' ? undefined : begun
}

async function closeAtProvider(deps: ApiDeps, attempt: PaymentAttempt): Promise<void> {
  if (!attempt.reference) throw new Error(`Payment attempt ${String(attempt.id)} is open without a reference`)
  if (attempt.kind === 'cs') await deps.stripe.checkout.sessions.expire(attempt.reference)
  else await deps.stripe.paymentIntents.cancel(attempt.reference)
}

async function learn(deps: ApiDeps, attempt: PaymentAttempt, keepSeatsUntil: Date): Promise<ClosedAttempt> {
  try {
    const applied = await applyPayment(deps, { attemptId: attempt.id })
    if (applied.ok && applied.outcome === 'closed') await noteClosed(deps, attempt, keepSeatsUntil)
    if (applied.ok && applied.outcome !== 'waiting') return { ok: true, outcome: applied.outcome }
  } catch (error) {
    readProviderFailure(error)
  }
  return { ok: false, reason: 'payment_provider_unavailable' }
}
