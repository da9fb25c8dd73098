import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { isFlying } from './count-party.ts'
import { type UpcomingFlight, describeAffectedFlights } from './open-flights.ts'

interface Seat {
  seatLimitLbs?: unknown
}

/**
 * Describes why a lower weight limit per seat is not possible: a passenger of an upcoming flight
 * would need a second seat that was not bought. Passengers above the present limit already have a
 * task and do not count. The message contains no name and no weight.
 */
export async function describeMissingSecondSeats(
  tx: DbOrTx,
  taken: readonly UpcomingFlight[],
  present: Seat,
  next: Seat,
): Promise<string | undefined> {
  const [was, is] = [Number(present.seatLimitLbs), Number(next.seatLimitLbs)]
  if (taken.length === 0 || is >= was) return undefined
  const heavier = (limit: number) => sql`count(*) filter (where ${passengers.weightLbs} > ${limit})`
  const lacking = await tx
    .select({ id: holds.flightId })
    .from(holds)
    .innerJoin(orders, eq(orders.id, holds.orderId))
    .innerJoin(
      passengers,
      and(
        eq(passengers.orderId, orders.id),
        isFlying,
        or(isNull(passengers.flightId), eq(passengers.flightId, holds.flightId)),
      ),
    )
    .where(
      and(
        inArray(
          holds.flightId,
          taken.map(({ id }) => id),
        ),
        inArray(holds.state, ['held', 'sold']),
        eq(holds.wholeFlight, false),
      ),
    )
    .groupBy(holds.flightId, orders.id)
    .having(sql`${heavier(is)} > ${orders.secondSeats} and ${heavier(was)} <= ${orders.secondSeats}`)
  const ids = new Set(lacking.map(({ id }) => id))
  return describeAffectedFlights(
    taken.filter(({ id }) => ids.has(id)),
    'would lack a second seat for somebody',
  )
}
