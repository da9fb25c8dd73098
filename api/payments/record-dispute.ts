import { and, asc, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Tx } from '../db/client.ts'
import { payments } from '../db/schema/money.ts'
import { orderEvents } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { DISPUTES_ACCOUNT, returnedEntries } from '../rules/money/ledger.ts'
import { freezeGiftCards, freezeVouchers } from '../gifts/freeze-gift-cards.ts'
import { lockOrder } from '../store/orders/order.ts'
import { postLedger } from '../store/post-ledger.ts'

type PaymentRow = typeof payments.$inferSelect
type DisputeState = NonNullable<PaymentRow['disputeState']>

/**
 * Records that a payer disputes a payment, or that the dispute was decided: reads it from the
 * provider, marks the payment and adds to the order's history. While it is open, and after it is
 * lost, the payment cannot be refunded and its gift cards cannot be used. The log alerts staff at
 * error level, because they have days to answer the bank.
 * @throws the provider's error when it does not answer
 */
export async function recordDispute(deps: ApiDeps, disputeId: string): Promise<void> {
  const dispute = await deps.stripe.disputes.retrieve(disputeId)
  const state = toDisputeState(dispute.status)
  const marked = await deps.database.db.transaction((tx) => mark(tx, deps, dispute, state))
  if (!marked) return
  const facts = { dispute: dispute.id, order: marked.orderId, reason: dispute.reason, status: dispute.status }
  if (state === 'won') deps.log.warn(facts, 'a dispute was decided for us')
  else deps.log.error(facts, state === 'open' ? 'a payment is disputed' : 'a dispute was lost')
}

/**
 * https://docs.stripe.com/api/disputes/object#dispute_object-status; a mere inquiry closes without
 * a loss.
 */
export function toDisputeState(status: Stripe.Dispute.Status): DisputeState {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

/** The state of each dispute of a payment for the order's history; a bank can open several. */
async function readDisputes(tx: Tx, payment: Pick<PaymentRow, 'id' | 'orderId'>) {
  const { details } = orderEvents
  const told = await tx
    .select({ dispute: sql<string>`${details}->>'dispute'`, state: sql<DisputeState>`${details}->>'state'` })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, payment.orderId), sql`${details}->>'payment' = ${String(payment.id)}`))
    .orderBy(asc(orderEvents.id))
  return new Map(told.filter(({ dispute }) => dispute).map(({ dispute, state }) => [dispute, state]))
}

/** A lost dispute outweighs an open one, and an open one a won one. */
const worstOf = (states: readonly DisputeState[]): DisputeState =>
  (['lost', 'open'] as const).find((one) => states.includes(one)) ?? 'won'

/**
 * Undefined when the payment is not ours or the state is already known. A decided dispute is never
 * reopened.
 */
async function mark(
  tx: Tx,
  deps: ApiDeps,
  dispute: Stripe.Dispute,
  state: DisputeState,
): Promise<{ orderId: number } | undefined> {
  const intent =
    typeof dispute.payment_intent === 'object' ? dispute.payment_intent?.id : dispute.payment_intent
  const [unlocked] = await tx
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.paymentIntent, intent ?? ''))
  if (!unlocked) return undefined
  const order = await lockOrder(tx, unlocked.orderId)
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.paymentIntent, intent ?? ''))
    .for('update')
  if (!payment) return undefined
  const all = await readDisputes(tx, payment)
  const known = all.get(dispute.id)
  if (known === state || (known !== undefined && state === 'open')) return undefined
  const stands = worstOf([...all.set(dispute.id, state).values()])
  await tx
    .update(payments)
    .set({ disputeState: stands, ...(stands === state ? { disputeReference: dispute.id } : {}) })
    .where(eq(payments.id, payment.id))
  if (order.kind === 'gift_cards') await freezeGiftCards(tx, order.id, stands !== 'won')
  else await freezeVouchers(tx, order.id, stands !== 'won')
  const now = deps.clock.now()
  await tx.insert(orderEvents).values({
    orderId: order.id,
    at: now,
    actor: 'stripe',
    fromStatus: order.status,
    toStatus: order.status,
    reason: state === 'open' ? 'the payer disputes the payment' : `the dispute was ${state}`,
    details: { dispute: dispute.id, why: dispute.reason, payment: payment.id, state },
  })
  if (state === 'lost') {
    const entries = returnedEntries(dispute.amount, DISPUTES_ACCOUNT)
    const eventKey = `dispute:${dispute.id}`
    await postLedger(tx, { orderId: order.id, kind: 'disputed', eventKey, entries, now })
  }
  return { orderId: order.id }
}
