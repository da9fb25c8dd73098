import { eq, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orderItemFlights, orderItemSeats } from '../../db/schema/orders.ts'

/**
 * The products, departure times and states of an order's flights: as they were sold, which its terms go
 * by, and as they are expected now. The items are one list, so that the flights are found by their ids.
 */
export async function findOrderFlights(db: DbOrTx, orderId: number) {
  return db
    .select({
      id: flights.id,
      productId: slots.productId,
      departAt: slots.departAt,
      expectedAt: flights.departAt,
      status: flights.status,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(
      sql`${flights.id} in (
        select "flight_id" from ${orderItemSeats} where "order_id" = ${orderId}
        union all
        select "flight_id" from ${orderItemFlights} where "order_id" = ${orderId})`,
    )
}
