import { eq } from 'drizzle-orm'
import { payments, refunds } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { failRefund, recordRefund } from './record-refund.ts'

type Refund = typeof refunds.$inferSelect

/**
 * Asks the provider for a written refund, or how it stands, and records the answer. Safe to repeat: the key is the
 * refund's own. Without an answer, and while the payer disputes the charge, the refund stays as it is, and the sweeper
 * asks again.
 */
export async function issueRefund(deps: ApiDeps, refundId: number): Promise<void> {
  const { db } = deps.database
  const [row] = await db
    .select({ refund: refunds, paymentIntent: payments.paymentIntent, dispute: payments.disputeState })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  if (!row || row.refund.state === 'succeeded' || row.refund.state === 'failed') return
  await db.update(refunds).set({ lastCheckedAt: deps.clock.now() }).where(eq(refunds.id, refundId))
  if (row.refund.state === 'created' && row.dispute === 'open') return
  if (row.refund.state === 'created' && row.dispute === 'lost') {
    await failRefund(deps, refundId, 'the payer has the money from their bank')
    return
  }
  await ask(deps, row.refund, row.paymentIntent)
}

async function ask(deps: ApiDeps, refund: Refund, paymentIntent: string): Promise<void> {
  try {
    const seen = refund.reference
      ? await deps.stripe.refunds.retrieve(refund.reference)
      : await deps.stripe.refunds.create(
          {
            payment_intent: paymentIntent,
            amount: refund.amountCents,
            reason: 'requested_by_customer',
            metadata: { order_id: String(refund.orderId), refund: String(refund.id) },
          },
          { idempotencyKey: refund.idemKey },
        )
    await recordRefund(deps, refund.id, seen)
  } catch (error) {
    const failure = readProviderFailure(error)
    const exhausted = failure.kind === 'refused' && failure.code === 'charge_already_refunded'
    // Given already: by a call of ours whose answer was lost long ago, or by staff on the provider's pages.
    if (exhausted || failure.kind === 'key_reused') await reconcileRefunds(deps, paymentIntent)
    else deps.log.error({ err: error, refund: refund.id }, 'a refund could not be asked for')
  }
}
