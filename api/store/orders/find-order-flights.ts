import { eq, inArray, or } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orderItemFlights, orderItemSeats } from '../../db/schema/orders.ts'

/**
 * The departure times and states of an order's flights: as they were sold, which its terms go by, and
 * as they are expected now.
 */
export async function findOrderFlights(db: DbOrTx, orderId: number) {
  const ofSeats = db
    .select({ id: orderItemSeats.flightId })
    .from(orderItemSeats)
    .where(eq(orderItemSeats.orderId, orderId))
  const whole = db
    .select({ id: orderItemFlights.flightId })
    .from(orderItemFlights)
    .where(eq(orderItemFlights.orderId, orderId))
  return db
    .select({
      id: flights.id,
      departAt: slots.departAt,
      expectedAt: flights.departAt,
      status: flights.status,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(or(inArray(flights.id, ofSeats), inArray(flights.id, whole)))
}
