import { and, eq, isNull } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { noShows } from '../db/schema/no-shows.ts'
import { orderEvents } from '../db/schema/orders.ts'
import { vouchers } from '../db/schema/tenders.ts'
import { grantedVoucherEntries } from '../rules/money/ledger.ts'
import { NO_SHOW_EVENTS } from '../orders/rules/no-show-events.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { postLedger } from '../store/post-ledger.ts'
import { type AuditBy } from '../store/write-audit.ts'

/**
 * Takes back what the rule of the product gave a passenger who did come after all. The order must be
 * locked.
 * @returns false when they have used some of it, so that it stays
 */
export async function undoNoShow(
  tx: Tx,
  { order, passengerId, by }: { order: OrderRow; passengerId: number; by: AuditBy },
): Promise<boolean> {
  const [noShow] = await tx
    .select()
    .from(noShows)
    .where(and(eq(noShows.passengerId, passengerId), isNull(noShows.undoneAt)))
  if (!noShow) return true
  const { id, voucherId, valueCents } = noShow
  if (voucherId !== null) {
    // A payment that reserves a part of it takes the same lock.
    const [voucher] = await tx.select().from(vouchers).where(eq(vouchers.id, voucherId)).for('update')
    if (voucher?.balanceCents !== valueCents) return false
    await tx.update(vouchers).set({ state: 'void', balanceCents: 0 }).where(eq(vouchers.id, voucherId))
    const entries = grantedVoucherEntries(-valueCents)
    const eventKey = `no_show_undone:${String(id)}`
    await postLedger(tx, { orderId: order.id, kind: 'granted', eventKey, entries, now: by.at })
  }
  await tx.update(noShows).set({ undoneAt: by.at }).where(eq(noShows.id, id))
  await tx.insert(orderEvents).values({
    ...{ orderId: order.id, at: by.at, actor: `user:${String(by.userId)}` },
    ...{ fromStatus: order.status, toStatus: order.status },
    reason: NO_SHOW_EVENTS.undone,
    details: { no_show: id, amount_cents: valueCents },
  })
  return true
}
