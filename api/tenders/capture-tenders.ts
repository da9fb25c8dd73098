import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { announceOrder } from '../store/queue-webhook.ts'
import { nameGiftsOfParts } from '../gifts/name-gifts-of-parts.ts'
import { type UsedGiftCard } from '../rules/gifts/gift-worth.ts'

/**
 * Uses what an order has reserved: gift cards are redeemed, and the amounts of vouchers and credit
 * are spent. It runs when the order or a part of it is paid, with its row locked.
 * @returns the gift cards, for the ledger
 */
export async function captureTenders(
  tx: Tx,
  orderId: number,
  now: Date,
): Promise<(UsedGiftCard & { id: number })[]> {
  const captured = await tx
    .update(orderTenders)
    .set({ state: 'captured', settledAt: now })
    .where(and(eq(orderTenders.orderId, orderId), eq(orderTenders.state, 'reserved')))
    .returning({ id: orderTenders.id, giftCardId: orderTenders.giftCardId })
  const ids = captured.flatMap(({ id, giftCardId }) => (giftCardId === null ? [] : [id]))
  if (ids.length === 0) return []
  const used = await tx
    .select({ id: giftCards.id, paidCents: giftCards.valueCents, amountCents: orderTenders.amountCents })
    .from(orderTenders)
    .innerJoin(giftCards, eq(giftCards.id, orderTenders.giftCardId))
    .where(inArray(orderTenders.id, ids))
    .orderBy(asc(giftCards.id))
  for (const { id } of used) {
    await tx.update(giftCards).set({ state: 'redeemed', orderId }).where(eq(giftCards.id, id))
  }
  if (used.length > 0) {
    await nameGiftsOfParts(tx, { orderId, giftCardIds: used.map(({ id }) => id) })
    const told = { gift_cards: used.map(({ id }) => ({ id })) }
    await announceOrder(tx, { type: 'gift.redeemed', orderId, now, data: told })
  }
  return used
}
