import { inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { priceFrozen } from '../rules/pricing/frozen-pricing.ts'
import { freeGiftCard } from '../gifts/free-gift-card.ts'
import { findReserved } from '../store/orders/find-reserved.ts'
import { lockOrder, type OrderRow } from '../store/orders/order.ts'
import { lockTenders } from '../store/orders/lock-tenders.ts'
import { moveCredit, moveVoucher } from './reserve-tenders.ts'
import { writePrice } from '../store/orders/write-price.ts'

type Row = typeof orderTenders.$inferSelect

/**
 * Releases what an order has reserved and prices it again without it. The order's row must be
 * locked, its slots not yet. Without a reservation nothing changes.
 * @param attemptId only what was reserved with this attempt
 * @returns the order as it stands now, undefined when nothing was changed
 */
export async function releaseTenders(
  tx: Tx,
  { orderId, attemptId, now }: { orderId: number; attemptId?: number; now: Date },
): Promise<OrderRow | undefined> {
  const asked = attemptId === undefined ? { orderId, now } : { orderId, attemptId, now }
  if (!(await releaseReserved(tx, asked))) return undefined
  const order = await lockOrder(tx, orderId)
  return order.pricing ? writePrice(tx, orderId, priceFrozen(order.pricing)) : order
}

/**
 * Releases what an order has reserved and leaves its price unchanged. It locks like
 * `releaseTenders`.
 * @returns false when nothing was reserved
 */
export async function releaseReserved(
  tx: Tx,
  { orderId, attemptId, now }: { orderId: number; attemptId?: number; now: Date },
): Promise<boolean> {
  const reserved = (await findReserved(tx, orderId)).filter(
    (row) => attemptId === undefined || row.attemptId === attemptId,
  )
  if (reserved.length === 0) return false
  await lockTenders(tx, reserved)
  for (const row of reserved) await giveBack(tx, row)
  const ids = reserved.map(({ id }) => id)
  await tx
    .update(orderTenders)
    .set({ state: 'released', settledAt: now })
    .where(inArray(orderTenders.id, ids))
  return true
}

async function giveBack(tx: Tx, row: Row): Promise<void> {
  if (row.voucherId !== null) await moveVoucher(tx, row.voucherId, row.amountCents)
  if (row.userId !== null) await moveCredit(tx, row.userId, row.amountCents)
  if (row.giftCardId !== null) await freeGiftCard(tx, row.giftCardId)
}
