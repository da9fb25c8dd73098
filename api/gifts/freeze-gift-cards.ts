import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { giftCards, vouchers } from '../db/schema/tenders.ts'

/**
 * Freezes the unspent gift cards of a disputed purchase until the dispute is won. A card that is
 * paying an order now is frozen only if that payment fails (`freeGiftCard`).
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

/** Freezes what is left on a voucher that replaced a cancelled flight. */
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
