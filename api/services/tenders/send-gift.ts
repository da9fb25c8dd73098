import { and, eq, isNull } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { giftCards, orderItemGiftCards } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { queueMail } from '../mails/queue-mail.ts'

export type GiftItemRow = typeof orderItemGiftCards.$inferSelect

/**
 * Sends the recipient of bought gift cards what is still the buyer's to give: cards that were used, given to somebody
 * else or taken back stay out. Once: the item says when. The order's row must be locked.
 */
export async function sendGift(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  item: Pick<GiftItemRow, 'id' | 'orderId' | 'fareId' | 'recipientEmail'>,
  now: Date,
): Promise<void> {
  const { recipientEmail: to } = item
  if (to === null) return
  const given = await tx
    .update(giftCards)
    .set({ lastEmailedTo: to, lastEmailedAt: now })
    .where(
      and(
        eq(giftCards.purchaserOrderId, item.orderId),
        eq(giftCards.goodForFareId, item.fareId),
        eq(giftCards.state, 'available'),
        isNull(giftCards.lastEmailedTo),
      ),
    )
    .returning({ id: giftCards.id })
  await tx.update(orderItemGiftCards).set({ sentAt: now }).where(eq(orderItemGiftCards.id, item.id))
  if (given.length === 0) return
  const eventKey = `gift_cards:${String(item.id)}`
  await queueMail(tx, { kind: 'gift_cards', eventKey, orderId: item.orderId, to }, now, deps)
}
