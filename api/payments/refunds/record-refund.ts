import { and, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Tx } from '../../db/client.ts'
import { ledgerTransactions, payments, refunds } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import {
  failedRefundEntries,
  moneyAccountOf,
  OWED_ACCOUNT,
  REFUNDS_ACCOUNT,
  returnedEntries,
} from '../../rules/money/ledger.ts'
import { type RefundState, canTransitionRefund, toRefundState } from '../rules/refund-states.ts'
import { lockOrder } from '../../store/orders/order.ts'
import { postLedger } from '../../store/post-ledger.ts'
import { settleRefundedOrder } from './settle-refunded-order.ts'

type Refund = typeof refunds.$inferSelect

/**
 * Records the state of a refund at the provider and updates ledger, order and mails. An older state
 * changes nothing.
 */
export async function recordRefund(deps: ApiDeps, refundId: number, seen: Stripe.Refund): Promise<void> {
  await transitionRefund(deps, refundId, toRefundState(seen.status), { reference: seen.id })
}

/** Fails a refund that was never requested from the provider. */
export async function failRefund(deps: ApiDeps, refundId: number, why: string): Promise<void> {
  await transitionRefund(deps, refundId, 'failed', { reason: why })
}

/**
 * A failed refund stays visible as `failed`, its money may be refunded again, and staff must check
 * it.
 */
async function transitionRefund(
  deps: ApiDeps,
  refundId: number,
  to: RefundState,
  note: { reference?: string; reason?: string },
): Promise<void> {
  const moved = await deps.database.db.transaction(async (tx) => {
    const refund = await lockRefund(tx, refundId)
    if (!canTransitionRefund(refund.state, to)) return false
    await tx
      .update(refunds)
      .set({ state: to, ...note })
      .where(eq(refunds.id, refundId))
    if (to === 'succeeded') await bookReturned(tx, deps, refund)
    if (to === 'failed') await bookFailed(tx, deps, refund)
    return true
  })
  if (moved && to === 'failed') deps.log.error({ refund: refundId }, 'a refund failed at the provider')
}

async function lockRefund(tx: Tx, refundId: number): Promise<Refund> {
  const [unlocked] = await tx
    .select({ orderId: refunds.orderId })
    .from(refunds)
    .where(eq(refunds.id, refundId))
  if (!unlocked) throw new Error(`There is no refund ${String(refundId)}`)
  await lockOrder(tx, unlocked.orderId)
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
  if (!refund) throw new Error(`Refund ${String(refundId)} is gone`)
  return refund
}

/** Money that bought nothing is owed back; money of a sale is a refund. */
async function accountOf(tx: Tx, { paymentId }: Refund) {
  const [posting] = await tx
    .select({ kind: ledgerTransactions.kind })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.eventKey, `payment:${String(paymentId)}`))
  return posting?.kind === 'owed' ? OWED_ACCOUNT : REFUNDS_ACCOUNT
}

/** Staff paid it out. The order's row must be locked. */
export async function bookManualRefund(tx: Tx, deps: ApiDeps, refund: Refund): Promise<void> {
  await tx
    .update(refunds)
    .set({ state: 'succeeded', lastCheckedAt: deps.clock.now() })
    .where(eq(refunds.id, refund.id))
  await bookReturned(tx, deps, refund)
}

async function bookReturned(tx: Tx, deps: ApiDeps, refund: Refund): Promise<void> {
  const { id, orderId, amountCents } = refund
  const now = deps.clock.now()
  const account = await accountOf(tx, refund)
  const kind = account === OWED_ACCOUNT ? 'returned' : 'refunded'
  const entries = returnedEntries(amountCents, account, await paidFrom(tx, refund))
  await postLedger(tx, { orderId, kind, eventKey: `refund:${String(id)}`, entries, now })
  if (kind === 'refunded') await settleRefundedOrder(tx, deps, refund, now)
}

async function paidFrom(tx: Tx, { paymentId }: Refund) {
  const [payment] = await tx
    .select({ method: payments.method })
    .from(payments)
    .where(eq(payments.id, paymentId))
  return moneyAccountOf(payment?.method ?? 'online')
}

async function bookFailed(tx: Tx, deps: ApiDeps, refund: Refund): Promise<void> {
  const { id, orderId, paymentId, amountCents, state } = refund
  await tx
    .update(payments)
    .set({ refundedCents: sql`${payments.refundedCents} - ${amountCents}` })
    .where(and(eq(payments.id, paymentId), sql`${payments.refundedCents} >= ${amountCents}`))
  // Only money that had left the provider can return to it.
  if (state !== 'succeeded') return
  const entries = failedRefundEntries(amountCents, await accountOf(tx, refund))
  await postLedger(tx, {
    orderId,
    kind: 'owed',
    eventKey: `refund:${String(id)}:failed`,
    entries,
    now: deps.clock.now(),
  })
}
