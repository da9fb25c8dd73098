import { eq, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type Tx } from '../db/client.ts'
import { ledgerTransactions, paymentAttempts, payments } from '../db/schema/money.ts'
import { statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { type ProviderPayment, readProviderPayment } from '../gateways/provider-payment.ts'
import { canTransitionAttempt, isAttemptOpen, judgePayment } from '../rules/orders/order-states.ts'
import { markPaymentOpen } from '../seats/order-seats.ts'
import { findChange } from '../store/orders/find-change.ts'
import { type OrderRow } from '../store/orders/order.ts'
import {
  asksToSaveCard,
  CLOSE_GRACE_MS,
  findAttempt,
  findAttemptByMetadata,
  findAttemptByReference,
  getLatestHoldEnd,
  lockAttempt,
  type PaymentAttempt,
} from '../store/payments/payment-attempts.ts'
import { releaseAttemptTenders } from '../tenders/release-attempt-tenders.ts'
import { saveCardAfterPayment } from './cards/sync-card.ts'
import { issueRefund } from './refunds/issue-refund.ts'
import { acceptMoney } from './accept-money.ts'

type PaymentOutcome =
  /** This call or an earlier one has paid the order, or a part of it. */
  | 'completed'
  /** The money was refunded or is being refunded. */
  | 'returned'
  /** The payment is not final yet. */
  | 'waiting'
  /** No money will come from this attempt. */
  | 'closed'

type AppliedPayment =
  | { ok: true; outcome: PaymentOutcome; attempt: PaymentAttempt; seen: ProviderPayment }
  | { ok: false; reason: 'unknown_payment' }

/** `seen`: what the provider has just answered, which needs no further read. */
type PaymentToApply =
  { attemptId: number } | { reference: string } | { attempt: PaymentAttempt; seen: ProviderPayment }

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
  const { paymentMethod } = seen
  if (applied.outcome === 'completed' && paymentMethod && asksToSaveCard(found.attempt)) {
    await saveCardAfterPayment(deps, paymentMethod)
  }
  return { ok: true, outcome: applied.outcome, attempt: applied.attempt, seen }
}

interface Located {
  attempt: PaymentAttempt
  reference: string
  seen?: ProviderPayment
}

async function locate(deps: ApiDeps, which: PaymentToApply): Promise<Located | undefined> {
  if ('seen' in which) return { ...which, reference: which.seen.reference }
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
  // The previous holder of the lock may have changed the attempt, too.
  const { order, attempt } = await lockAttempt(tx, unlocked.id)
  const verdict = judgePayment({ ...attempt, orderId: order.id }, seen)
  const current = { ...attempt, ...changesSeen(attempt, seen) }
  const arrived = isAttemptOpen(attempt.state) && (verdict === 'paid' || verdict === 'wrong_amount')
  // What is seen of arrived money is written with the payment.
  if (!arrived) await writeSeen(tx, current)

  if (verdict === 'not_ours') {
    deps.log.error({ attempt: attempt.id, reference: seen.reference }, 'a payment does not carry our marks')
    return { ours: false, outcome: 'waiting', attempt: current }
  }
  if (attempt.state === 'succeeded') {
    const kept =
      current.purpose === 'order' ? await isAccepted(tx, current, order) : await isKept(tx, current)
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

/** A part counts on its own: its order may still be open, or ended since. */
async function isAccepted(tx: Tx, { id, part }: PaymentAttempt, { completedAt }: OrderRow): Promise<boolean> {
  if (!part) return completedAt !== null
  const [posting] = await tx
    .select({ kind: ledgerTransactions.kind })
    .from(payments)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.eventKey, sql`'payment:' || ${payments.id}`))
    .where(eq(payments.attemptId, id))
  return posting !== undefined && posting.kind !== 'owed'
}

const changesSeen = (attempt: PaymentAttempt, seen: ProviderPayment) => ({
  state: attempt.state === 'created' ? ('open' as const) : attempt.state,
  reference: attempt.reference ?? seen.reference,
  paymentIntent: seen.paymentIntent ?? attempt.paymentIntent,
  url: isAttemptOpen(attempt.state) ? seen.redirectUrl : attempt.url,
  lastError: seen.lastError ?? attempt.lastError,
})

const writeSeen = statement((db) => {
  const given = (column: PgColumn, name: string) => sql`${sql.param(sql.placeholder(name), column)}`
  return db
    .update(paymentAttempts)
    .set({
      state: given(paymentAttempts.state, 'state'),
      reference: given(paymentAttempts.reference, 'reference'),
      paymentIntent: given(paymentAttempts.paymentIntent, 'paymentIntent'),
      url: given(paymentAttempts.url, 'url'),
      lastError: given(paymentAttempts.lastError, 'lastError'),
    })
    .where(eq(paymentAttempts.id, sql.placeholder('id')))
})

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
