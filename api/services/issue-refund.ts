import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { payments, refunds } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { owedEntries, returnedEntries } from '../domain/ledger.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { postLedger } from './post-ledger.ts'

type RefundState = (typeof refunds.$inferSelect)['state']

/**
 * Asks the provider for a written refund, or how it stands, and records the answer. Safe to repeat: the key is the
 * refund's own. Without an answer the refund stays as it is, and the sweeper asks again.
 */
export async function issueRefund(deps: ApiDeps, refundId: number): Promise<void> {
  const { db } = deps.database
  const [row] = await db
    .select({ refund: refunds, paymentIntent: payments.paymentIntent })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  if (!row || row.refund.state === 'succeeded' || row.refund.state === 'failed') return
  const answer = await askProvider(deps, row.refund, row.paymentIntent)
  if (answer) await recordRefund(deps, refundId, answer)
}

/** A refund changed at the provider (webhook): reads it and records how it stands. */
export async function refreshRefund(deps: ApiDeps, reference: string): Promise<void> {
  const [row] = await deps.database.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.reference, reference))
  if (row) await recordRefund(deps, row.id, await deps.stripe.refunds.retrieve(reference))
}

async function askProvider(
  deps: ApiDeps,
  refund: typeof refunds.$inferSelect,
  paymentIntent: string,
): Promise<Stripe.Refund | undefined> {
  try {
    if (refund.reference) return await deps.stripe.refunds.retrieve(refund.reference)
    const metadata = { order_id: String(refund.orderId), refund: String(refund.id) }
    return await deps.stripe.refunds.create(
      {
        payment_intent: paymentIntent,
        amount: refund.amountCents,
        reason: 'requested_by_customer',
        metadata,
      },
      { idempotencyKey: refund.idemKey },
    )
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'refused' && failure.code === 'charge_already_refunded') {
      const { data } = await deps.stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
      return data.find((one) => one.metadata?.['refund'] === String(refund.id)) ?? data[0]
    }
    deps.log.error({ err: error, refund: refund.id }, 'a refund could not be asked for')
    return undefined
  }
}

/** A refund that fails stays visible as `failed`: the money is still owed, and a person has to look. */
async function recordRefund(deps: ApiDeps, refundId: number, seen: Stripe.Refund): Promise<void> {
  const now = deps.clock.now()
  const state = stateOf(seen.status)
  await deps.database.db.transaction(async (tx) => {
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
    if (!refund || refund.state === state) return
    await tx.update(refunds).set({ state, reference: seen.id }).where(eq(refunds.id, refundId))
    const { orderId, amountCents } = refund
    const eventKey = `refund:${String(refundId)}`
    if (state === 'succeeded') {
      await postLedger(tx, {
        orderId,
        kind: 'returned',
        eventKey,
        entries: returnedEntries(amountCents),
        now,
      })
    } else if (refund.state === 'succeeded') {
      // The bank sent it back after all: we owe it again.
      const entries = owedEntries(amountCents)
      await postLedger(tx, { orderId, kind: 'owed', eventKey: `${eventKey}:failed`, entries, now })
    }
  })
  if (state === 'failed') deps.log.error({ refund: refundId }, 'a refund failed at the provider')
}

function stateOf(status: Stripe.Refund['status']): RefundState {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
