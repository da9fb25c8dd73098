import { and, asc, eq, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Tx } from '../../db/client.ts'
import { payments, refunds } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { toRefundState } from '../rules/refund-states.ts'
import { lockOrder } from '../../store/orders/order.ts'
import { recordRefund } from './record-refund.ts'

/**
 * Holds the refunds of a payment against the provider's list of them, which is right about money:
 * ours are brought up to date, those given on the provider's own pages are adopted.
 *
 * @param paymentIntent one of ours; without a payment of ours there is nothing to do
 * @throws the provider's error when it does not answer
 */
export async function reconcileRefunds(deps: ApiDeps, paymentIntent: string): Promise<void> {
  const [payment] = await deps.database.db
    .select({ id: payments.id, orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.paymentIntent, paymentIntent))
  if (!payment) return
  const listed: Stripe.Refund[] = []
  for await (const one of deps.stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })) {
    listed.push(one)
  }
  for (const seen of listed.reverse()) {
    const refundId = await deps.database.db.transaction((tx) => findOrAdopt(tx, deps, payment, seen))
    if (refundId !== undefined) await recordRefund(deps, refundId, seen)
  }
}

async function findOrAdopt(
  tx: Tx,
  deps: ApiDeps,
  payment: { id: number; orderId: number },
  seen: Stripe.Refund,
): Promise<number | undefined> {
  await lockOrder(tx, payment.orderId)
  const ours = eq(refunds.paymentId, payment.id)
  const written = await tx.select().from(refunds).where(ours).orderBy(asc(refunds.id)).for('update')
  const known =
    written.find(({ reference }) => reference === seen.id) ??
    written.find(({ id, reference }) => reference === null && String(id) === seen.metadata?.['refund'])
  if (known) return known.id
  const [locked] = await tx.select().from(payments).where(eq(payments.id, payment.id)).for('update')
  if (!locked) throw new Error(`Payment ${String(payment.id)} is gone`)
  const counts = toRefundState(seen.status) !== 'failed'
  const refundedCents = locked.refundedCents + (counts ? seen.amount : 0)
  if (refundedCents > locked.amountCents) {
    // Staff gave by hand what was about to be refunded, so it is the refund we wrote.
    const [waiting] = written.filter((one) => one.state === 'created' && one.amountCents === seen.amount)
    if (waiting) return claim(tx, waiting.id, seen)
    deps.log.error({ payment: payment.id, reference: seen.id }, 'the provider refunded more than was paid')
    return undefined
  }
  await tx.update(payments).set({ refundedCents }).where(eq(payments.id, payment.id))
  const [adopted] = await tx
    .insert(refunds)
    .values({
      orderId: payment.orderId,
      paymentId: payment.id,
      amountCents: seen.amount,
      reason: seen.reason ?? 'given at the provider',
      origin: 'provider',
      state: counts ? 'created' : 'failed',
      idemKey: `provider:${seen.id}`,
      reference: seen.id,
      createdAt: deps.clock.now(),
    })
    .returning({ id: refunds.id })
  deps.log.warn({ payment: payment.id, reference: seen.id }, 'a refund given at the provider was adopted')
  return adopted?.id
}

async function claim(tx: Tx, refundId: number, seen: Stripe.Refund): Promise<number> {
  await tx
    .update(refunds)
    .set({ reference: seen.id })
    .where(and(eq(refunds.id, refundId), isNull(refunds.reference)))
  return refundId
}
