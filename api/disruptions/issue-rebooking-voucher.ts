import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { type departureCancellations } from '../db/schema/departure-cancellations.ts'
import { orderEvents, orderLines, orders } from '../db/schema/orders.ts'
import { orderRefunds } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { refundedAsVoucherEntries } from '../rules/money/ledger.ts'
import { findLeft, type PlannedRefund } from '../rules/refunds/plan-refund.ts'
import { canTransition } from '../rules/orders/order-states.ts'
import { settleBalance } from '../payments/later-parts.ts'
import { isPaidInPart, type OrderRow, transitionOrder } from '../store/orders/order.ts'
import { toDollars } from '../rules/money/money.ts'
import { writeVoucher } from '../gifts/write-voucher.ts'
import { announceOrder } from '../store/queue-webhook.ts'
import { postLedger } from '../store/post-ledger.ts'
import { loadRefundable, type Refundable } from '../store/orders/load-refundable.ts'
import { getCentsIssuedAsVoucher } from '../payments/refunds/present-refund.ts'
import { settleWeightTasks } from '../seats/weight-tasks.ts'
import { releaseSeatsOn } from '../seats/order-seats.ts'

export interface RebookingVoucher {
  /** Locked. */
  order: OrderRow
  cancellation: Pick<typeof departureCancellations.$inferSelect, 'slotId' | 'reason'>
  refundable: Refundable
  plan: PlannedRefund
  /** The actor: `link`, or `clock`. */
  actor: string
  now: Date
}

/**
 * Turns everything that was paid for seats on a cancelled departure into a voucher, to the cent,
 * whichever tender paid it. It is stored as a refund that no tender received, so that nothing can
 * be refunded twice. The seats are released, and an order of which nothing remains is cancelled.
 * @returns the voucher's id
 */
export async function issueRebookingVoucher(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings'>,
  { order, cancellation, refundable, plan, actor, now }: RebookingVoucher,
): Promise<number> {
  const valueCents = getCentsIssuedAsVoucher(plan)
  const { id: voucherId } = await writeVoucher(tx, deps, {
    order,
    valueCents,
    reasonType: cancellation.reason === 'weather' ? 'weather' : 'reschedule',
    reasonDescription: REASONS[cancellation.reason],
    orderItems: await itemsOf(tx, { order, refundable, plan }),
    now,
  })
  const reason = 'a voucher for a departure that was called off'
  const { lines, tenders, amountCents } = plan
  const [written] = await tx
    .insert(orderRefunds)
    .values({
      orderId: order.id,
      origin: 'claim',
      actor,
      reason,
      lines,
      tenders,
      amountCents,
      voucherId,
      createdAt: now,
    })
    .returning({ id: orderRefunds.id })
  if (!written) throw new Error('The voucher was not written down')
  const eventKey = `order_refund:${String(written.id)}`
  const entries = refundedAsVoucherEntries(valueCents, tenders.dueCents)
  await postLedger(tx, { orderId: order.id, kind: 'vouchered', eventKey, entries, now })
  const dueCents = order.dueCents - (tenders.dueCents ?? 0)
  await transitionRefundedOrder(tx, deps, { order, actor, voucherId, valueCents, dueCents, now })
  await releaseSeatsOn(tx, order.id, cancellation.slotId, { orderRefundId: written.id, now })
  await settleWeightTasks(tx, order.id, now)
  const told = { voucher: { id: voucherId, value: toDollars(valueCents) } }
  await announceOrder(tx, { type: 'voucher.issued', orderId: order.id, now, data: told })
  return voucherId
}

/** The items of the order that the voucher replaces, with their names at purchase. */
async function itemsOf(
  tx: Tx,
  { order, refundable, plan }: Pick<RebookingVoucher, 'order' | 'refundable' | 'plan'>,
) {
  const { lines } = refundable.order
  const labels = await tx
    .select({ position: orderLines.position, label: orderLines.label })
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
  const feesCents = plan.lines.reduce(
    (sum, one) => sum + (lines[one.position]?.kind === 'fee' ? one.amountCents : 0),
    0,
  )
  const bought = plan.lines.filter(({ quantity }) => quantity > 0)
  return bought.map(({ position, quantity }, index) => ({
    name: labels.find((one) => one.position === position)?.label ?? '',
    feePriceCents: index === 0 ? feesCents : 0,
    selectedQuantity: quantity,
  }))
}

const REASONS = {
  weather: 'Called off for weather',
  technical: 'Called off for a technical reason',
  too_few_passengers: 'Called off with too few guests',
  other: 'Called off by us',
} as const

interface VoucherTransition {
  order: OrderRow
  actor: string
  voucherId: number
  valueCents: number
  /** What is still to be paid for the seats that stay. */
  dueCents: number
  now: Date
}

async function transitionRefundedOrder(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings'>,
  { order, actor, voucherId, valueCents, dueCents, now }: VoucherTransition,
): Promise<void> {
  const left = findLeft((await loadRefundable(tx, order.id)).order)
  const to = left.nothing ? 'cancelled' : 'partially_refunded'
  const reason = 'voucher for a departure called off'
  const details = { voucher: voucherId, amount_cents: valueCents }
  const settles = isPaidInPart(order) && !left.nothing && dueCents === 0
  if (settles) await settleBalance(tx, deps, { order, actor, reason, now })
  else if (!left.nothing) await tx.update(orders).set({ dueCents }).where(eq(orders.id, order.id))
  const status = settles ? 'completed' : order.status
  if (canTransition(status, to)) {
    await transitionOrder(tx, { orderId: order.id, to, actor, reason, now, details })
    return
  }
  await tx
    .insert(orderEvents)
    .values({ orderId: order.id, at: now, actor, fromStatus: status, toStatus: status, reason, details })
}
