import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { rebookingOffers } from '../../db/schema/departure-cancellations.ts'
import { orderEvents } from '../../db/schema/orders.ts'
import { staffTasks, passengers } from '../../db/schema/passengers.ts'
import { vouchers } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { refundedAsVoucherEntries } from '../../rules/money/ledger.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { postLedger } from '../../store/post-ledger.ts'

interface DoubleRefund {
  /** Locked. */
  order: OrderRow
  refundId: number
  /** The amount that a card received. */
  amountCents: number
  now: Date
}

/**
 * A card was refunded at the provider for an order whose value is on a voucher since its departure
 * was cancelled: the voucher loses the same amount, the latest voucher first. What was already
 * spent was given twice, and staff must settle it.
 */
export async function reclaimVoucher(
  tx: Tx,
  deps: Pick<ApiDeps, 'log'>,
  { order, refundId, amountCents, now }: DoubleRefund,
): Promise<void> {
  const claims = await tx
    .select({ voucherId: rebookingOffers.voucherId })
    .from(rebookingOffers)
    .where(and(eq(rebookingOffers.orderId, order.id), isNotNull(rebookingOffers.voucherId)))
    .orderBy(asc(rebookingOffers.id))
  let left = amountCents
  for (const { voucherId } of claims.toReversed()) {
    if (voucherId !== null) left -= await deductFromVoucher(tx, voucherId, left)
  }
  const taken = amountCents - left
  if (claims.length === 0) return
  const entries = refundedAsVoucherEntries(-taken).filter((entry) => entry.amountCents !== 0)
  const eventKey = `voucher_taken_back:${String(refundId)}`
  await postLedger(tx, { orderId: order.id, kind: 'vouchered', eventKey, entries, now })
  if (taken > 0) {
    const { status } = order
    const event = { orderId: order.id, at: now, actor: 'stripe', fromStatus: status, toStatus: status }
    const details = { amount_cents: taken }
    await tx.insert(orderEvents).values({ ...event, reason: 'taken off the voucher', details })
  }
  if (left > 0) await createStaffTask(tx, deps, { order, now, cents: left })
}

/** @returns the deducted amount in cents */
async function deductFromVoucher(tx: Tx, voucherId: number, mostCents: number): Promise<number> {
  const [voucher] = await tx.select().from(vouchers).where(eq(vouchers.id, voucherId)).for('update')
  const taken = Math.min(voucher?.balanceCents ?? 0, mostCents)
  if (!voucher || taken === 0) return 0
  const balanceCents = voucher.balanceCents - taken
  const state = taken === voucher.valueCents ? 'void' : voucher.state
  await tx.update(vouchers).set({ balanceCents, state }).where(eq(vouchers.id, voucherId))
  return taken
}

async function createStaffTask(
  tx: Tx,
  deps: Pick<ApiDeps, 'log'>,
  { order, now, cents }: { order: OrderRow; now: Date; cents: number },
): Promise<void> {
  deps.log.error({ order: order.id, cents }, 'money was given back whose voucher is spent')
  const [somebody] = await tx
    .select({ id: passengers.id })
    .from(passengers)
    .where(eq(passengers.orderId, order.id))
    .orderBy(asc(passengers.position))
    .limit(1)
  if (!somebody) return
  await tx
    .insert(staffTasks)
    .values({ kind: 'given_back_twice', orderId: order.id, passengerId: somebody.id, createdAt: now })
    .onConflictDoNothing()
}
