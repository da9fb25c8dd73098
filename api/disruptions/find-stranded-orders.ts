import { and, asc, eq, isNotNull, notExists, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { type CancelledSlot } from './make-rebooking-offer.ts'

/** The orders with sold seats there and without a rebooking offer. */
export async function findUnclaimed(db: DbOrTx, { cancellation, slot }: CancelledSlot): Promise<number[]> {
  const claimed = db
    .select({ one: sql`1` })
    .from(rebookingOffers)
    .where(and(eq(rebookingOffers.orderId, holds.orderId), eq(rebookingOffers.callOffId, cancellation.id)))
  return findOrders(db, slot.id, 'sold', notExists(claimed))
}

/** The orders and reschedules with seats there that are not paid. */
export const findHolders = (db: DbOrTx, slotId: number) => findOrders(db, slotId, 'held')

async function findOrders(
  db: DbOrTx,
  slotId: number,
  state: 'held' | 'sold',
  more?: ReturnType<typeof notExists>,
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ orderId: holds.orderId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(flights.slotId, slotId), eq(holds.state, state), isNotNull(holds.orderId), more))
    .orderBy(asc(holds.orderId))
  return rows.flatMap(({ orderId }) => orderId ?? [])
}
