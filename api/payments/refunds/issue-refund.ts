import { eq } from 'drizzle-orm'
import { payments, refunds } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { isKeyStillValid } from '../../rules/orders/order-states.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { failRefund, recordRefund } from './record-refund.ts'

type Refund = typeof refunds.$inferSelect

/**
 * Asks the provider for a written refund, or for its state, and records the answer. It may be
 * repeated, because the refund has its own key. Without an answer, and during a dispute, the refund
 * stays as it is and the sweeper asks again. Money taken at the counter is paid out by staff, who
 * confirm it.
 */
export async function issueRefund(deps: ApiDeps, refundId: number): Promise<void> {
  const { db } = deps.database
  const [row] = await db
    .select({ refund: refunds, paymentIntent: payments.paymentIntent, dispute: payments.disputeState })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  if (!row || row.refund.state === 'succeeded' || row.refund.state === 'failed') return
  const { refund, paymentIntent, dispute } = row
  if (paymentIntent === null) return
  await db.update(refunds).set({ lastCheckedAt: deps.clock.now() }).where(eq(refunds.id, refundId))
  const isUnknown = refund.state === 'created' && refund.reference === null
  if (isUnknown && dispute === 'open') return
  if (isUnknown && (await wasGiven(deps, refund, paymentIntent))) return
  if (isUnknown && dispute === 'lost') {
    await failRefund(deps, refundId, 'the payer has the money from their bank')
    return
  }
  await ask(deps, refund, paymentIntent)
}

/**
 * The call of an old refund may have succeeded without an answer, and the provider has forgotten
 * its key: a new call would refund twice, so the provider's list decides.
 */
async function wasGiven(deps: ApiDeps, { id, createdAt }: Refund, paymentIntent: string): Promise<boolean> {
  if (isKeyStillValid(createdAt, deps.clock.now())) return false
  await reconcileRefunds(deps, paymentIntent)
  const [now] = await deps.database.db.select().from(refunds).where(eq(refunds.id, id))
  return now?.state !== 'created' || now.reference !== null
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
    // The refund exists: from an old call of ours whose answer was lost, or from staff on the
    // provider's pages.
    if (exhausted || failure.kind === 'key_reused') await reconcileRefunds(deps, paymentIntent)
    else deps.log.error({ err: error, refund: refund.id }, 'a refund could not be asked for')
  }
}
