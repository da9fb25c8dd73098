import { eq } from 'drizzle-orm'
import { payments, refunds } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { isKeyStillValid } from '../../rules/money/payment-attempt.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { failRefund, recordRefund } from './record-refund.ts'

type Refund = typeof refunds.$inferSelect

/**
 * Asks the provider for a written refund, or how it stands, and records the answer. Safe to repeat:
 * the key is the refund's own. Without an answer, and while the payer disputes the charge, the
 * refund stays as it is, and the sweeper asks again. What was paid at the counter is not at the
 * provider: it is handed out by staff, who say so.
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
 * An old refund may have been asked for by a call whose answer was lost, and the provider has
 * forgotten its key: asking again would give the money twice. Its list tells.
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
    // Given already: by a call of ours whose answer was lost long ago, or by staff on the
    // provider's pages.
    if (exhausted || failure.kind === 'key_reused') await reconcileRefunds(deps, paymentIntent)
    else deps.log.error({ err: error, refund: refund.id }, 'a refund could not be asked for')
  }
}
