import { and, eq, isNull, max, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderChanges, orderEvents, orderItemUpgrades, orderLines, orders } from '../db/schema/orders.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { type MoneyAccount, saleEntries } from '../rules/money/ledger.ts'
import { type UpgradeChangeDetails } from '../rules/reschedules/order-change-request.ts'
import { sumOf } from '../rules/pricing/price-lines.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { postLedger } from '../store/post-ledger.ts'
import { type OrderChange } from '../store/orders/find-change.ts'
import { announceOrder } from '../store/queue-webhook.ts'
import { isFlightChange, isGuestChange, isUpgradeChange } from '../store/orders/change-request.ts'

export interface ChangeCompletion {
  /** Locked. */
  order: OrderRow
  change: OrderChange
  /** The attempt is null when nothing was left for a card; `dueCents` is paid with the rest of the order. */
  paid: { attemptId: number | null; paidCents: number; dueCents?: number }
  /** The account that received the money. */
  paidInto?: MoneyAccount
  /** Names the event in the ledger: `payment:12`, or `order_change:3`. */
  eventKey: string
  actor: string
  now: Date
}

/**
 * Completes a paid change of an order: items, lines, sums, credit, ledger, history, mail. The
 * order's status stays; a rescheduled party and added guests already have their new seats. All of it
 * succeeds or fails with the caller's transaction.
 */
export async function completeChange(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  completion: ChangeCompletion,
): Promise<void> {
  const { order, change, paid, paidInto, eventKey, actor, now } = completion
  if (isUpgradeChange(change)) await writeItems(tx, change)
  await writeLines(tx, change)
  await addSums(tx, change, paid)
  await captureCredit(tx, order.id, paid.attemptId, now)
  const beside = { creditCents: change.creditsCents, giftCards: [] }
  const entries = saleEntries(change.lines, paid.paidCents, beside, paidInto, paid.dueCents)
  await postLedger(tx, { orderId: order.id, kind: 'sale', eventKey, entries, now })
  await tx
    .update(orderChanges)
    .set({ state: 'completed', settledAt: now })
    .where(eq(orderChanges.id, change.id))
  const { status } = order
  const event = { orderId: order.id, at: now, actor, fromStatus: status, toStatus: status }
  await tx.insert(orderEvents).values({ ...event, ...toOrderEvent(change) })
  const type = isFlightChange(change) ? 'order.moved' : 'order.changed'
  await announceOrder(tx, { type, orderId: order.id, now, data: { order_change: { id: change.id } } })
  const kind = isFlightChange(change) ? ('flight_moved' as const) : ('order_changed' as const)
  const mail = { kind, orderId: order.id, to: order.email }
  await queueMail(tx, { ...mail, eventKey: `${kind}:${String(change.id)}` }, now, deps)
  // Who waits for a seat where the party was may have it now.
  if (isFlightChange(change)) deps.jobs?.wake('waitlists')
}

function toOrderEvent(change: OrderChange): Pick<typeof orderEvents.$inferInsert, 'reason' | 'details'> {
  if (isGuestChange(change)) {
    return { reason: 'guests added', details: { change: change.id, people: change.wish.guests.length } }
  }
  if (!isFlightChange(change)) {
    return { reason: 'upgrades added', details: { change: change.id, what: namesOf(change) } }
  }
  const { from, to, whole, passengerIds } = change.wish
  return {
    reason: 'flight moved',
    details: { change: change.id, from, to, people: whole ? null : passengerIds.length },
  }
}

const upgradesOf = ({ lines }: OrderChange) => lines.filter(({ kind }) => kind === 'upgrade')

/** `Photo set, 2 × Champagne` */
const namesOf = (change: OrderChange) =>
  upgradesOf(change)
    .map(({ label, quantity }) => (quantity === 1 ? label : `${String(quantity)} × ${label}`))
    .join(', ')

async function writeItems(tx: Tx, change: OrderChange & { wish: UpgradeChangeDetails }): Promise<void> {
  const rows = upgradesOf(change).flatMap(({ subjectId, label, quantity, unitCents }) => {
    const wished = change.wish.upgrades.find(({ upgradeId }) => upgradeId === subjectId)
    if (!wished) return []
    const { upgradeId, answer } = wished
    return { orderId: change.orderId, upgradeId, name: label, quantity, unitPriceCents: unitCents, answer }
  })
  await tx.insert(orderItemUpgrades).values(rows)
}

/**
 * Appends lines below those sold before, because refunds count by position. A reschedule may cost
 * nothing.
 */
async function writeLines(tx: Tx, { id: orderChangeId, orderId, lines }: OrderChange): Promise<void> {
  if (lines.length === 0) return
  const [last] = await tx
    .select({ position: max(orderLines.position) })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
  const from = (last?.position ?? -1) + 1
  await tx
    .insert(orderLines)
    .values(lines.map((line, index) => ({ ...line, orderId, orderChangeId, position: from + index })))
}

async function addSums(
  tx: Tx,
  change: OrderChange,
  { paidCents, dueCents = 0 }: ChangeCompletion['paid'],
): Promise<void> {
  const { lines, totalCents, creditsCents } = change
  const added = {
    subtotal: sumOf(lines, 'seat', 'upgrade', 'difference'),
    discount: -sumOf(lines, 'discount'),
  }
  await tx
    .update(orders)
    .set({
      subtotalCents: sql`${orders.subtotalCents} + ${added.subtotal}`,
      feesCents: sql`${orders.feesCents} + ${sumOf(lines, 'fee', 'reschedule_fee')}`,
      taxCents: sql`${orders.taxCents} + ${sumOf(lines, 'tax')}`,
      discountCents: sql`${orders.discountCents} + ${added.discount}`,
      creditsCents: sql`${orders.creditsCents} + ${creditsCents}`,
      totalCents: sql`${orders.totalCents} + ${totalCents}`,
      amountPaidCents: sql`${orders.amountPaidCents} + ${paidCents}`,
      dueCents: sql`${orders.dueCents} + ${dueCents}`,
    })
    .where(eq(orders.id, change.orderId))
}

async function captureCredit(tx: Tx, orderId: number, attemptId: number | null, now: Date): Promise<void> {
  const whose = attemptId === null ? isNull(orderTenders.attemptId) : eq(orderTenders.attemptId, attemptId)
  await tx
    .update(orderTenders)
    .set({ state: 'captured', settledAt: now })
    .where(and(eq(orderTenders.orderId, orderId), eq(orderTenders.state, 'reserved'), whose))
}
