import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { giftCards, vouchers } from '../db/schema/tenders.ts'

/**
 * The purchase of gift cards is disputed: those unspent cannot be used, until the dispute is won.
 * Spent ones are; one that is paying an order right now is frozen should that come to nothing
 * (`freeGiftCard`).
 */
export async function freezeGiftCards(tx: Tx, orderId: number, frozen: boolean): Promise<void> {
  const [from, to] = frozen ? (['available', 'frozen'] as const) : (['frozen', 'available'] as const)
  const rows = await tx
    .select({ id: giftCards.id })
    .from(giftCards)
    .where(and(eq(giftCards.purchaserOrderId, orderId), eq(giftCards.state, from)))
    .orderBy(asc(giftCards.id))
    .for('update')
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.update(giftCards).set({ state: to }).where(inArray(giftCards.id, ids))
}

/** The same for a voucher that took the place of a flight called off: what is left on it. */
export async function freezeVouchers(tx: Tx, orderId: number, frozen: boolean): Promise<void> {
  const [from, to] = frozen ? (['available', 'frozen'] as const) : (['frozen', 'available'] as const)
  const rows = await tx
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(and(eq(vouchers.orderId, orderId), eq(vouchers.state, from)))
    .orderBy(asc(vouchers.id))
    .for('update')
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.update(vouchers).set({ state: to }).where(inArray(vouchers.id, ids))
}
