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
  if (items.length < 2) return
  let left = [...giftCardIds]
  for (const { id, quantity, named } of items) {
    // A later part of the order may be paid by further ones.
    const before = named ?? []
    const more = left.slice(0, quantity - before.length)
    left = left.slice(more.length)
    await tx
      .update(orderItemSeats)
      .set({ giftCardIds: [...before, ...more] })
      .where(eq(orderItemSeats.id, id))
  }
}
