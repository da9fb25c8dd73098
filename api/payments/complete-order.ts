import { asc, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderLines, orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { awaitInOrder, jsonRows, statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { makeGiftCards } from '../gifts/make-gift-cards.ts'
import { createPendingSubscription } from '../memberships/claim-members-price.ts'
import { makePassengerLinks } from '../passengers/make-passenger-links.ts'
import { type MoneyAccount, type PaidBeside, saleEntries } from '../rules/money/ledger.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { getDueCents, type OrderRow, startsMembership, transitionOrder } from '../store/orders/order.ts'
import { eraseDrafts } from '../store/orders/save-draft.ts'
import { postLedger } from '../store/post-ledger.ts'
import { queueText } from '../store/texts/queue-text.ts'
import { captureTenders } from '../tenders/capture-tenders.ts'

type Deps = Pick<ApiDeps, 'settings' | 'jobs'>

export interface Completion {
  /** Locked, with its tenders reserved. */
  order: OrderRow
  /** Names the event in the ledger: `payment:12`, or `order:1042` when there was nothing to pay. */
  eventKey: string
  actor: string
  reason: string
  now: Date
  /** The call that paid it, by its idempotency key. */
  paidByRequest: string | null
  /** The account that received the money; by default the provider's. */
  paidInto?: MoneyAccount
  /** What was paid now; by default all that is due. */
  paidCents?: number
}

/**
 * Sells an order: status with its event, tenders, passengers' links, ledger and ticket. Paid as a
 * whole it is completed; with a rest that is due later its gift cards and its membership wait for
 * that. The caller holds the locks of the order and its tenders and has sold the seats. All of it
 * succeeds or fails with the caller's transaction.
 * @throws when the order may not be paid, which the caller must check before
 */
export async function sellOrder(
  tx: Tx,
  deps: Deps,
  { order, eventKey, actor, reason, now, paidByRequest, paidInto, ...of }: Completion,
): Promise<void> {
  const { paidCents = getDueCents(order) } = of
  const dueCents = getDueCents(order) - paidCents
  const isWhole = dueCents === 0
  const [moved, sold] = await awaitInOrder([
    transitionOrder(tx, {
      orderId: order.id,
      to: isWhole ? 'completed' : 'partially_paid',
      actor,
      reason: isWhole ? reason : 'first part paid',
      now,
      locked: order,
      amountPaidCents: paidCents,
      dueCents,
      paidByRequest,
      ...(isWhole ? {} : { details: { amount_cents: paidCents, due_cents: dueCents } }),
    }),
    selectSold(tx, { orderId: order.id }),
  ])
  if (!moved.ok) throw new Error(`Order ${String(order.id)} cannot be completed: ${moved.reason}`)
  const { lines = [], passengers: people = [] } = sold[0] ?? {}
  const beside = await capture(tx, { order, lines, now })
  const entries = saleEntries(lines, paidCents, beside, paidInto, dueCents)
  const posting = { orderId: order.id, kind: 'sale', eventKey, entries, now } as const
  if (order.kind === 'flight') {
    await awaitInOrder([
      makePassengerLinks(tx, deps, order, { passengers: people, now }),
      postLedger(tx, posting),
      sendTicket(tx, deps, order, now),
    ])
  } else {
    if (isWhole) await makeGiftCards(tx, deps, { orderId: order.id, lines, now })
    await postLedger(tx, posting)
    if (isWhole) await sendTicket(tx, deps, order, now)
  }
  if (isWhole && startsMembership(order)) await createPendingSubscription(tx, deps, order, now)
  if (order.draftRoot !== null) await eraseDrafts(tx, deps, order.draftRoot)
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

/** Mails what was sold, or texts it to a walk-in without an e-mail. */
export async function sendTicket(tx: Tx, deps: Deps, order: OrderRow, now: Date): Promise<void> {
  const isMailed = await queueMail(
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
  // A walk-in without an e-mail gets the ticket as a text, after agreeing to texts.
  const text = { kind: 'ticket', eventKey: `ticket:${String(order.id)}`, order } as const
  if (!isMailed) await queueText(tx, text, now, deps)
}

/** What an order has sold, and to whom. */
export const selectSold = statement((db) =>
  db
    .select({
      lines: jsonRows(
        {
          kind: orderLines.kind,
          amountCents: orderLines.amountCents,
          subjectId: orderLines.subjectId,
        },
        {
          from: orderLines,
          where: eq(orderLines.orderId, orders.id),
          orderBy: asc(orderLines.position),
        },
      ),
      passengers: jsonRows(
        {
          id: passengers.id,
          position: passengers.position,
          passengerTypeId: passengers.passengerTypeId,
        },
        { from: passengers, where: eq(passengers.orderId, orders.id), orderBy: asc(passengers.position) },
      ),
    })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId'))),
)
