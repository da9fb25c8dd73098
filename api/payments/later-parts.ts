import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { ledgerTransactions, orderRefunds } from '../db/schema/money.ts'
import { orderEvents, orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { makeGiftCards } from '../gifts/make-gift-cards.ts'
import { createPendingSubscription } from '../memberships/claim-members-price.ts'
import { paidForGifts } from '../rules/gifts/gift-worth.ts'
import { issuedEntries, laterPartEntries, type LedgerEntry, PROVIDER_ACCOUNT } from '../rules/money/ledger.ts'
import { type OrderRow, startsMembership, transitionOrder } from '../store/orders/order.ts'
import { tellOfBalance } from '../store/orders/tell-of-balance.ts'
import { postLedger } from '../store/post-ledger.ts'
import { type Completion, selectSold, sendTicket } from './complete-order.ts'

type Deps = Pick<ApiDeps, 'settings' | 'jobs'>

/** A later part of a sold order. */
interface LaterPart {
  /** Locked, with what was due before. */
  order: OrderRow
  /** Names the event in the ledger: `payment:12`, or `balance:…` for gift cards and credit. */
  eventKey: string
  entries: readonly LedgerEntry[]
  actor: string
  now: Date
  /** What is due less, and the money among it. */
  cents: number
  paidCents: number
  paidByRequest?: string | null
}

/** Money for a later part of a sold order; the caller holds the locks of the order. */
export function bookPartPayment(
  tx: Tx,
  deps: Deps,
  { order, eventKey, actor, now, paidByRequest, paidInto = PROVIDER_ACCOUNT, paidCents = 0 }: Completion,
): Promise<void> {
  const entries = laterPartEntries(paidCents, paidInto)
  const part = { order, eventKey, actor, now, entries, cents: paidCents, paidCents, paidByRequest }
  return settleLaterPart(tx, deps, part)
}

/**
 * Books a later part: the customer owes less, or nothing any more, and is told. The caller writes the
 * money, or what paid in place of it.
 */
export async function settleLaterPart(
  tx: Tx,
  deps: Deps,
  { order, eventKey, entries, actor, now, cents, paidCents, paidByRequest }: LaterPart,
): Promise<void> {
  const amountPaidCents = order.amountPaidCents + paidCents
  const dueCents = order.dueCents - cents
  await postLedger(tx, { orderId: order.id, kind: 'part', eventKey, entries, now })
  await tellOfPart(tx, deps, order, eventKey, now)
  const request = paidByRequest === undefined ? {} : { paidByRequest }
  if (dueCents === 0) {
    await settleBalance(tx, deps, { order, actor, reason: 'paid', now, amountPaidCents, ...request })
    await tellEarlierRefund(tx, { order, actor, now })
    return
  }
  await tx
    .update(orders)
    .set({ amountPaidCents, dueCents, ...request, nextPartCents: null })
    .where(eq(orders.id, order.id))
  await tx.insert(orderEvents).values({
    orderId: order.id,
    at: now,
    actor,
    fromStatus: order.status,
    toStatus: order.status,
    reason: 'part paid',
    details: { amount_cents: cents, due_cents: dueCents },
  })
}

/** The customer is told of each part but the first, of which the ticket tells. */
async function tellOfPart(tx: Tx, deps: Deps, order: OrderRow, posted: string, now: Date): Promise<void> {
  const [posting] = await tx
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.eventKey, posted))
  if (!posting) throw new Error(`The part ${posted} was not posted`)
  const news = { kind: 'part_paid' as const, eventKey: `part_paid:${posted}`, subjectId: posting.id }
  await tellOfBalance(tx, deps, order, news, now)
}

/** While a rest was due, a refund of a part did not show in the status. */
async function tellEarlierRefund(
  tx: Tx,
  { order, actor, now }: Pick<LaterPart, 'order' | 'actor' | 'now'>,
): Promise<void> {
  const [refunded] = await tx
    .select({ id: orderRefunds.id })
    .from(orderRefunds)
    .where(eq(orderRefunds.orderId, order.id))
    .limit(1)
  if (!refunded) return
  const reason = 'a part was refunded before'
  await transitionOrder(tx, { orderId: order.id, to: 'partially_refunded', actor, reason, now })
}

interface SettledBalance {
  /** Locked and partially paid. */
  order: OrderRow
  actor: string
  reason: string
  now: Date
  amountPaidCents?: number
  paidByRequest?: string | null
}

/**
 * Completes an order that was paid in parts once nothing is due any more, because the last part was
 * paid or a refund took the rest away: its gift cards are made, its membership begins.
 */
export async function settleBalance(
  tx: Tx,
  deps: Deps,
  { order, actor, reason, now, amountPaidCents, paidByRequest }: SettledBalance,
): Promise<void> {
  const moved = await transitionOrder(tx, {
    orderId: order.id,
    to: 'completed',
    actor,
    reason,
    now,
    locked: order,
    ...(amountPaidCents === undefined ? {} : { amountPaidCents }),
    ...(paidByRequest === undefined ? {} : { paidByRequest }),
  })
  if (!moved.ok) throw new Error(`Order ${String(order.id)} cannot be completed: ${moved.reason}`)
  if (order.kind === 'gift_cards') {
    const [{ lines = [] } = {}] = await selectSold(tx, { orderId: order.id })
    await makeGiftCards(tx, deps, { orderId: order.id, lines, now })
    const eventKey = `issued:${String(order.id)}`
    const entries = issuedEntries(paidForGifts(lines))
    await postLedger(tx, { orderId: order.id, kind: 'issued', eventKey, entries, now })
    await sendTicket(tx, deps, order, now)
  }
  if (startsMembership(order)) await createPendingSubscription(tx, deps, order, now)
}
