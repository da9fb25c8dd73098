import { and, asc, eq, inArray } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { orderItemSeats } from '../db/schema/orders.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { type ChangeToDeparture } from '../store/orders/find-paid-changes.ts'

/**
 * The gift cards that paid an order's seats on a departure. Items name their cards once a party is
 * split. A card whose seat paid a difference in money is no longer named and belongs to the
 * departure of its reschedule.
 */
export async function findGiftsOnDeparture(
  db: DbOrTx,
  { orderId, slotId, moves }: { orderId: number; slotId: number; moves: readonly ChangeToDeparture[] },
): Promise<number[]> {
  const paid = await db
    .select({ id: orderTenders.giftCardId })
    .from(orderTenders)
    .where(and(eq(orderTenders.orderId, orderId), inArray(orderTenders.state, ['captured', 'returned'])))
    .orderBy(asc(orderTenders.id))
  const gifts = paid.flatMap(({ id }) => id ?? [])
  if (gifts.length === 0) return []
  const items = await db
    .select({ slotId: flights.slotId, giftCardIds: orderItemSeats.giftCardIds })
    .from(orderItemSeats)
    .innerJoin(flights, eq(flights.id, orderItemSeats.flightId))
    .where(eq(orderItemSeats.orderId, orderId))
  const named = items.flatMap(({ giftCardIds }) => giftCardIds ?? [])
  const unnamed = gifts.filter((id) => !named.includes(id))
  // The item that names no cards has all that no other item names.
  const keeper = items.find(({ giftCardIds }) => giftCardIds === null)
  const came = moves.flatMap(({ giftCardIds }) => giftCardIds)
  const here = items.filter((item) => item.slotId === slotId).flatMap(({ giftCardIds }) => giftCardIds ?? [])
  return [...here, ...unnamed.filter((id) => (keeper ? keeper.slotId === slotId : came.includes(id)))]
}
