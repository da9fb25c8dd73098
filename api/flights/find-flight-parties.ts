import { and, asc, eq, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { statement } from '../db/statement.ts'
import { type CountedParty, countParties } from '../seats/count-party.ts'

/** The parties with sold seats on a flight, in the order of their orders. */
export async function findFlightParties(db: DbOrTx, flightId: number): Promise<CountedParty[]> {
  const sold = await selectOrders(db, { flightId })
  return countParties(
    db,
    sold.flatMap(({ orderId }) => orderId ?? []),
  )
}

const selectOrders = statement((db) =>
  db
    .selectDistinct({ orderId: holds.orderId })
    .from(holds)
    .where(and(eq(holds.flightId, sql.placeholder('flightId')), eq(holds.state, 'sold')))
    .orderBy(asc(holds.orderId)),
)
