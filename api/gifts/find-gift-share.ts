import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { giftShareItems, giftShares } from '../db/schema/gifts.ts'
import { type SignedInCaller } from '../http/http.ts'
import { ownedTenderCondition } from '../store/orders/order.ts'
import { lockTenders } from '../store/orders/lock-tenders.ts'

export type ShareRow = typeof giftShares.$inferSelect
export type ShareItemRow = typeof giftShareItems.$inferSelect

/**
 * A gift that the caller gave. A gift bought with an order belongs to the buyer. Guests have none.
 */
export async function findOwnShare(
  db: DbOrTx,
  caller: SignedInCaller,
  id: number,
): Promise<ShareRow | undefined> {
  if (caller.kind === 'guest') return undefined
  const made = and(isNull(giftShares.orderId), eq(giftShares.giverId, caller.userId))
  const bought = ownedTenderCondition(caller, { ownerId: giftShares.giverId, orderId: giftShares.orderId })
  const [share] = await db
    .select()
    .from(giftShares)
    .where(and(eq(giftShares.id, id), or(made, bought)))
  return share
}

/** The contents of a gift; after it was taken back, its former contents. */
export const findShareItems = (db: DbOrTx, shareId: number): Promise<ShareItemRow[]> =>
  db.select().from(giftShareItems).where(eq(giftShareItems.shareId, shareId)).orderBy(asc(giftShareItems.id))

export interface LockedShare extends Pick<Awaited<ReturnType<typeof lockTenders>>, 'giftCards' | 'vouchers'> {
  share: ShareRow
}

/**
 * Locks a gift with its contents in the common order: gift cards by id, vouchers by id, then the
 * gift. Items that left the gift before are not included.
 */
export async function lockShare(tx: Tx, shareId: number): Promise<LockedShare | undefined> {
  const items = (await findShareItems(tx, shareId)).filter(({ live }) => live)
  const { giftCards, vouchers } = await lockTenders(
    tx,
    items.map(({ giftCardId, voucherId }) => ({ giftCardId, voucherId, userId: null })),
  )
  const [share] = await tx.select().from(giftShares).where(eq(giftShares.id, shareId)).for('update')
  return share && { share, giftCards, vouchers }
}
