import { and, asc, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import { products, terminals } from '../../db/schema/catalogue.ts'
import { orders } from '../../db/schema/orders.ts'
import { orderItemGiftCards } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { addDays, localDateOf } from '../../domain/time/local-time.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { sendGift } from './send-gift.ts'

const BATCH = 200

/** Sends the gift cards whose day has come where their flight leaves. Each once, however many processes look. */
export async function sendDueGifts(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  // No clock on earth is further ahead than that.
  const latest = addDays(localDateOf(now, 'UTC'), 1)
  const waiting = await db
    .select({ item: orderItemGiftCards, timezone: terminals.timezone })
    .from(orderItemGiftCards)
    .innerJoin(orders, eq(orders.id, orderItemGiftCards.orderId))
    .innerJoin(products, eq(products.id, orders.productId))
    .innerJoin(terminals, eq(terminals.id, products.departureTerminalId))
    .where(
      and(
        isNull(orderItemGiftCards.sentAt),
        isNotNull(orderItemGiftCards.recipientEmail),
        lte(orderItemGiftCards.sendOn, latest),
        inArray(orders.status, ['completed', 'partially_refunded']),
      ),
    )
    .orderBy(asc(orderItemGiftCards.id))
    .limit(BATCH)
  const due = waiting.filter(({ item, timezone }) => (item.sendOn ?? '') <= localDateOf(now, timezone))
  for (const { item } of due) await sendOne(deps, item.id, item.orderId, now)
}

async function sendOne(deps: ApiDeps, itemId: number, orderId: number, now: Date): Promise<void> {
  await deps.database.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const [item] = await tx
      .select()
      .from(orderItemGiftCards)
      .where(and(eq(orderItemGiftCards.id, itemId), isNull(orderItemGiftCards.sentAt)))
    if (item) await sendGift(tx, deps, item, now)
  })
}
