import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { payments } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { giftCards } from '../db/schema/tenders.ts'

/**
 * Releases a gift card that an order had reserved. An expired card stays expired; a card whose own
 * purchase is disputed becomes frozen, and one whose purchase was refunded becomes void. The card
 * must be locked.
 */
export async function freeGiftCard(tx: Tx, id: number): Promise<void> {
  await tx
    .update(giftCards)
    .set({ state: await stateOf(tx, id), orderId: null })
    .where(and(eq(giftCards.id, id), inArray(giftCards.state, ['reserved', 'redeemed'])))
}

async function stateOf(tx: Tx, id: number): Promise<'available' | 'frozen' | 'void'> {
  const purchases = await tx
    .select({ status: orders.status, dispute: payments.disputeState })
    .from(giftCards)
    .innerJoin(orders, eq(orders.id, giftCards.purchaserOrderId))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(giftCards.id, id))
  if (purchases.some(({ status }) => status === 'refunded')) return 'void'
  return purchases.some(({ dispute }) => dispute === 'open' || dispute === 'lost') ? 'frozen' : 'available'
}

export async function takeGiftCard(tx: Tx, id: number, orderId: number): Promise<void> {
  await tx.update(giftCards).set({ state: 'reserved', orderId }).where(eq(giftCards.id, id))
}
