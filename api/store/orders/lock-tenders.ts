import { asc, inArray } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { creditBalances, giftCards, vouchers } from '../../db/schema/tenders.ts'
import { type orderTenders } from '../../db/schema/order-tenders.ts'

type Named = Pick<typeof orderTenders.$inferSelect, 'giftCardId' | 'voucherId' | 'userId'>

export interface LockedTenders {
  giftCards: (typeof giftCards.$inferSelect)[]
  vouchers: (typeof vouchers.$inferSelect)[]
  credits: (typeof creditBalances.$inferSelect)[]
}

/**
 * Locks tenders in the common order: gift cards by id, vouchers by id, credit balances by user.
 * Call it after the order's own row was locked and before any slot is.
 */
export async function lockTenders(tx: Tx, rows: readonly Named[]): Promise<LockedTenders> {
  const cardIds = rows.flatMap(({ giftCardId: id }) => id ?? [])
  const voucherIds = rows.flatMap(({ voucherId: id }) => id ?? [])
  const userIds = rows.flatMap(({ userId: id }) => id ?? [])
  return {
    giftCards: cardIds.length > 0 ? await lockGiftCards(tx, cardIds) : [],
    vouchers: voucherIds.length > 0 ? await lockVouchers(tx, voucherIds) : [],
    credits: userIds.length > 0 ? await lockCredits(tx, userIds) : [],
  }
}

const lockGiftCards = (tx: Tx, ids: number[]) =>
  tx.select().from(giftCards).where(inArray(giftCards.id, ids)).orderBy(asc(giftCards.id)).for('update')

const lockVouchers = (tx: Tx, ids: number[]) =>
  tx.select().from(vouchers).where(inArray(vouchers.id, ids)).orderBy(asc(vouchers.id)).for('update')

const lockCredits = (tx: Tx, ids: number[]) =>
  tx
    .select()
    .from(creditBalances)
    .where(inArray(creditBalances.userId, ids))
    .orderBy(asc(creditBalances.userId))
    .for('update')
