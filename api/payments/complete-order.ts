import { asc, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderLines } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { type MoneyAccount, type PaidBeside, saleEntries } from '../rules/money/ledger.ts'
import { createPendingSubscription } from '../memberships/open-subscription.ts'
import { captureTenders } from '../tenders/capture-tenders.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { makeGiftCards } from '../gifts/make-gift-cards.ts'
import { makePassengerLinks } from '../passengers/make-passenger-links.ts'
import { eraseDrafts } from '../store/orders/save-draft.ts'
import { postLedger } from '../store/post-ledger.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { transitionOrder } from '../store/orders/transition-order.ts'

export interface Completion {
  order: OrderRow
  /** Names the event in the ledger: `payment:12`, or `order:1042` when there was nothing to pay. */
  eventKey: string
  actor: string
  reason: string
  now: Date
  /** The account that received the money; by default the provider's. */
  paidInto?: MoneyAccount
}

/**
 * Completes an order: status with its event, tenders, bought gift cards, passengers' links, ledger
 * and mails. The caller holds the locks of the order and its tenders and has sold the seats. All of
 * it succeeds or fails with the caller's transaction.
 * @throws when the order may not become completed, which the caller must check before
 */
export async function completeOrder(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { order, eventKey, actor, reason, now, paidInto }: Completion,
): Promise<void> {
  const amountPaidCents = order.totalCents - order.creditsCents
  const to = 'completed'
  const moved = await transitionOrder(tx, { orderId: order.id, to, actor, reason, now, amountPaidCents })
  if (!moved.ok) throw new Error(`Order ${String(order.id)} cannot be completed: ${moved.reason}`)
  const lines = await tx
    .select({
      kind: orderLines.kind,
      amountCents: orderLines.amountCents,
      subjectId: orderLines.subjectId,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const entries = saleEntries(lines, amountPaidCents, await capture(tx, { order, lines, now }), paidInto)
  await completeItems[order.kind](tx, deps, { orderId: order.id, lines, now })
  await postLedger(tx, { orderId: order.id, kind: 'sale', eventKey, entries, now })
  await createPendingSubscription(tx, deps, order, now)
  if (order.draftRoot !== null) await eraseDrafts(tx, deps, order.draftRoot)
  await queueMail(
    tx,
    {
      kind: 'order_confirmation',
      eventKey: `order_confirmation:${String(order.id)}`,
      orderId: order.id,
      to: order.email,
    },
    now,
    deps,
  )
}

/** What a paid order brings into being, by what it sold. */
const completeItems: Record<OrderRow['kind'], typeof makeGiftCards> = {
  flight: (tx, deps, { orderId, now }) => makePassengerLinks(tx, deps, orderId, now),
  gift_cards: makeGiftCards,
}

type Sold = Pick<typeof orderLines.$inferSelect, 'kind'>

/** An order paid by one card alone needs no query. */
async function capture(
  tx: Tx,
  { order, lines, now }: Pick<Completion, 'order' | 'now'> & { lines: readonly Sold[] },
): Promise<PaidBeside> {
  const { id, creditsCents: creditCents } = order
  const others = lines.some(({ kind }) => kind === 'gift' || kind === 'voucher')
  if (!others && creditCents === 0) return { creditCents, giftCards: [] }
  return { creditCents, giftCards: await captureTenders(tx, id, now) }
}
