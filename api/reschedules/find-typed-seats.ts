import { and, asc, eq, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { orderChanges } from '../db/schema/orders.ts'
import { type TypedSeat } from '../rules/reschedules/order-change-request.ts'

/**
 * What the seats of passengers who are no adults have paid since they moved to another product, by
 * passenger; the last move says it. Those who never did are not in it.
 */
export async function findTypedSeats(db: DbOrTx, orderId: number): Promise<Map<number, TypedSeat>> {
  const moves = await db
    .select({ seats: sql<TypedSeat[]>`${orderChanges.wish} -> 'typedSeats'` })
    .from(orderChanges)
    .where(
      and(
        eq(orderChanges.orderId, orderId),
        eq(orderChanges.state, 'completed'),
        sql`${orderChanges.wish} ? 'typedSeats'`,
      ),
    )
    .orderBy(asc(orderChanges.settledAt), asc(orderChanges.id))
  return new Map(moves.flatMap(({ seats }) => seats.map((seat) => [seat.passengerId, seat])))
}
