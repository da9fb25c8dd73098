import { and, eq } from 'drizzle-orm'
import { type OrderFlight } from '#contract/order.ts'
import { type DbOrTx } from '../../db/client.ts'
import { holds } from '../../db/schema/holds.ts'
import { readOrderFlights } from './read-order-flights.ts'

/** The flights on which an order has paid seats now: neither refunded nor moved to another time. */
export async function readSoldFlights(db: DbOrTx, orderId: number): Promise<OrderFlight[]> {
  const sold = await db
    .selectDistinct({ flightId: holds.flightId })
    .from(holds)
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'sold')))
  return readOrderFlights(
    db,
    sold.map(({ flightId }) => flightId),
  )
}
