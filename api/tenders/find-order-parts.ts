import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { comments } from '../db/schema/comments.ts'
import { products } from '../db/schema/catalogue.ts'
import { holds } from '../db/schema/holds.ts'
import { orderRefunds, paymentAttempts, payments, refunds } from '../db/schema/money.ts'
import { orderChanges, orderEvents, orderLines, orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { sessions } from '../db/schema/people.ts'
import { prizes } from '../db/schema/promotions.ts'
import { jsonRows, statement } from '../db/statement.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { waitingForAnswer } from '../store/orders/find-unanswered-offers.ts'
import { isFlying } from '../seats/count-party.ts'
import { orderItemRows } from './present-order-items.ts'

export type OrderParts = NonNullable<Awaited<ReturnType<typeof findOrderParts>>>

const lineRows = jsonRows(getTableColumns(orderLines), {
  from: orderLines,
  where: eq(orderLines.orderId, orders.id),
  orderBy: asc(orderLines.position),
})

const passengerRows = jsonRows(getTableColumns(passengers), {
  from: passengers,
  // Passengers who stay home are no longer on the order.
  where: sql`${eq(passengers.orderId, orders.id)} and ${isFlying}`,
  orderBy: asc(passengers.position),
})

/** The first hold to end comes first. */
const heldRows = jsonRows(
  { expiresAt: holds.expiresAt, paymentOpen: holds.paymentOpen },
  {
    from: holds,
    where: sql`${eq(holds.orderId, orders.id)} and ${eq(holds.state, 'held')}`,
    orderBy: asc(holds.expiresAt),
  },
)

const { id, purpose, orderChangeId, kind, state, url, lastError } = getTableColumns(paymentAttempts)
/** The latest attempt comes first. */
const attemptRows = jsonRows(
  { id, purpose, orderChangeId, kind, state, url, lastError },
  {
    from: paymentAttempts,
    where: eq(paymentAttempts.orderId, orders.id),
    orderBy: desc(paymentAttempts.attemptNo),
  },
)

/** The latest payment comes first. */
const paymentRows = jsonRows(
  {
    id: payments.id,
    attemptId: payments.attemptId,
    method: payments.method,
    brand: payments.cardBrand,
    last4: payments.cardLast4,
    amountCents: payments.amountCents,
    refundedCents: payments.refundedCents,
    createdAt: payments.createdAt,
  },
  { from: payments, where: eq(payments.orderId, orders.id), orderBy: desc(payments.id) },
)

const changeRows = jsonRows(getTableColumns(orderChanges), {
  from: orderChanges,
  where: eq(orderChanges.orderId, orders.id),
  orderBy: asc(orderChanges.id),
})

/** The tenders beside a card, without those released because their payment failed. */
const tenderRows = jsonRows(getTableColumns(orderTenders), {
  from: orderTenders,
  where: sql`${eq(orderTenders.orderId, orders.id)} and ${orderTenders.state} <> 'released'`,
  orderBy: asc(orderTenders.id),
})

const givenBackRows = jsonRows(getTableColumns(orderRefunds), {
  from: orderRefunds,
  where: eq(orderRefunds.orderId, orders.id),
  orderBy: asc(orderRefunds.id),
})

const { orderRefundId, paymentId, amountCents, state: refundState } = getTableColumns(refunds)
const cardRefundRows = jsonRows(
  { orderRefundId, paymentId, amountCents, state: refundState },
  { from: refunds, where: eq(refunds.orderId, orders.id), orderBy: asc(refunds.id) },
)

const { at, actor, fromStatus, toStatus, reason, details } = getTableColumns(orderEvents)
const eventRows = jsonRows(
  { at, actor, fromStatus, toStatus, reason, details },
  { from: orderEvents, where: eq(orderEvents.orderId, orders.id), orderBy: asc(orderEvents.id) },
)

/** The comments for the customer; internal notes of staff are not included. */
const commentRows = jsonRows(
  { body: comments.body, createdAt: comments.createdAt },
  {
    from: comments,
    where: sql`${eq(comments.commentableType, 'order')} and ${eq(comments.commentableId, orders.id)}
      and ${comments.public}`,
    orderBy: asc(comments.id),
  },
)

const prizeRows = jsonRows(
  { id: prizes.id },
  { from: prizes, where: eq(prizes.orderId, orders.id), orderBy: asc(prizes.id) },
)

/** Reads an order with all its parts in one query; its flights are found through its items. */
export async function findOrderParts(db: DbOrTx, orderId: number) {
  const [found] = await selectParts(db, { orderId })
  return found
}

const selectParts = statement((db) =>
  db
    .select({
      order: orders,
      madeIn: { userId: sessions.userId, scope: sessions.scope },
      productName: products.name,
      ...orderItemRows,
      lines: lineRows,
      passengers: passengerRows,
      held: heldRows,
      attempts: attemptRows,
      payments: paymentRows,
      tenders: tenderRows,
      givenBack: givenBackRows,
      cardRefunds: cardRefundRows,
      events: eventRows,
      changes: changeRows,
      comments: commentRows,
      waitingForAnswer,
      prizes: prizeRows,
    })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .innerJoin(sessions, eq(sessions.id, orders.sessionId))
    .where(eq(orders.id, sql.placeholder('orderId'))),
)
