import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { holds } from '../db/schema/holds.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { isFlying } from '../seats/count-party.ts'

/** Local dates of terminals, both included; an open end has no limit. */
export interface FlyingDays {
  from?: string | undefined
  to?: string | undefined
}

/** Orders with a held or sold seat on a departure of these days. */
export function fliesBetween({ from, to }: FlyingDays): SQL | undefined {
  if (from === undefined && to === undefined) return undefined
  const days = and(
    from === undefined ? undefined : sql`${slots.localDate} >= ${from}`,
    to === undefined ? undefined : sql`${slots.localDate} <= ${to}`,
  )
  // From day to flight to hold, each by its index: the work grows with the days, not with the shop.
  return sql`${orders.id} in (select seats.order_id from ${slots}
    cross join lateral (select ${flights.id} from ${flights}
      where ${eq(flights.slotId, slots.id)} offset 0) as flown
    cross join lateral (select ${holds.orderId} from ${holds}
      where ${holds.flightId} = flown.id and ${inArray(holds.state, ['held', 'sold'])} offset 0) as seats
    where ${days})`
}

/** Paid orders of which a passenger who flies has given no weight. */
export const lacksWeight = sql`${inArray(orders.status, ['completed', 'partially_refunded'])}
  and exists (select from ${passengers}
    where ${eq(passengers.orderId, orders.id)} and ${isFlying} and ${passengers.weightLbs} is null)`

/** The first departure of an order. */
export const firstDeparture = sql`(select min(${flights.departAt}) from ${holds}
  join ${flights} on ${eq(flights.id, holds.flightId)}
  where ${eq(holds.orderId, orders.id)} and ${inArray(holds.state, ['held', 'sold'])})`
