import { and, eq, ne } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { flightTransferParties, flightTransfers } from '../../db/schema/flight-transfers.ts'

/** The flights to which the operator moved guests of an order, at another time than they had before. */
export async function findTransferredFlights(db: DbOrTx, orderId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: flightTransfers.toFlightId })
    .from(flightTransferParties)
    .innerJoin(flightTransfers, eq(flightTransfers.id, flightTransferParties.transferId))
    .where(
      and(
        eq(flightTransferParties.orderId, orderId),
        ne(flightTransferParties.departAt, flightTransferParties.departAtWas),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
