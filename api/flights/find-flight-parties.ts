import { and, asc, eq } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { type CountedParty, countParties } from '../seats/count-party.ts'

/** The parties with sold seats on a flight, in the order of their orders. */
export async function findFlightParties(db: DbOrTx, flightId: number): Promise<CountedParty[]> {
  const sold = await db
    .selectDistinct({ orderId: holds.orderId })
    .from(holds)
    .where(and(eq(holds.flightId, flightId), eq(holds.state, 'sold')))
    .orderBy(asc(holds.orderId))
  return countParties(
    db,
    sold.flatMap(({ orderId }) => orderId ?? []),
  )
}
