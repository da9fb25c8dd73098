import { asc, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderItemSeats } from '../db/schema/orders.ts'

/**
 * Names the gift cards that pay the seats of each flight of a party on two aircraft, because each flight
 * is rescheduled and refunded alone. One that is on one aircraft names them when it is split.
 */
export async function nameGiftsOfParts(
  tx: Tx,
  { orderId, giftCardIds }: { orderId: number; giftCardIds: readonly number[] },
): Promise<void> {
  const items = await tx
    .select({ id: orderItemSeats.id, quantity: orderItemSeats.quantity, named: orderItemSeats.giftCardIds })
    .from(orderItemSeats)
    .where(eq(orderItemSeats.orderId, orderId))
    .orderBy(asc(orderItemSeats.id))
  if (items.length < 2 || items.some(({ named }) => named !== null)) return
  let left = [...giftCardIds]
  for (const { id, quantity } of items) {
    await tx
      .update(orderItemSeats)
      .set({ giftCardIds: left.slice(0, quantity) })
      .where(eq(orderItemSeats.id, id))
    left = left.slice(quantity)
  }
}
