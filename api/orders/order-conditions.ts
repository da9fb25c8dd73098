import { and, eq, gt, gte, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { type OrderChannel, bookedStatuses } from '#contract/enums.ts'
import { holds } from '../db/schema/holds.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'
import { orderRefunds } from '../db/schema/money.ts'
import { passengers } from '../db/schema/passengers.ts'
import { sessions } from '../db/schema/people.ts'
import { type OrderState } from '../rules/orders/order-states.ts'
import { isFlying } from '../seats/count-party.ts'
import { waitingOrderIds } from '../store/orders/find-unanswered-offers.ts'

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
  // From day to flight to hold, each by its index: the work grows with the days, not with the shop. The
  // counters of a flight are never too small, so an empty one is not asked for its holds.
  return sql`${orders.id} in (select seats.order_id from ${slots}
    cross join lateral (select ${flights.id} from ${flights}
      where ${eq(flights.slotId, slots.id)} and ${flights.seatsSold} + ${flights.seatsHeld} > 0
      offset 0) as flown
    cross join lateral (select ${holds.orderId} from ${holds}
      where ${holds.flightId} = flown.id and ${inArray(holds.state, ['held', 'sold'])} offset 0) as seats
    where ${days})`
}

/** Paid orders of which a passenger who flies has given no weight; nobody asks for that of a no-show. */
export const lacksWeight = sql`${inArray(orders.status, bookedStatuses)}
  and exists (select from ${passengers}
    where ${eq(passengers.orderId, orders.id)} and ${isFlying} and ${passengers.weightLbs} is null
      and ${passengers.boarding} is distinct from 'no_show')`

/** The first departure of an order. */
export const firstDeparture = sql`(select min(${flights.departAt}) from ${holds}
  join ${flights} on ${eq(flights.id, holds.flightId)}
  where ${eq(holds.orderId, orders.id)} and ${inArray(holds.state, ['held', 'sold'])})`

/** What narrows the orders that staff find. */
export interface OrderConditions {
  statuses?: readonly OrderState[] | undefined
  brandId?: number | undefined
  /** Only orders whose departure was cancelled and whose buyer has not chosen yet. */
  waiting?: boolean | undefined
  channel?: OrderChannel | undefined
  flies?: FlyingDays | undefined
  /** Only paid orders that lack a passenger's weight. */
  weightsMissing?: boolean | undefined
  /** Only orders that are sold and not paid whole. */
  balanceDue?: boolean | undefined
  /** Only orders that this member of staff sold on the phone or at the counter. */
  sellerId?: number | undefined
  placedSince?: Date | undefined
  /** Only orders of which something was given back since then. */
  refundedSince?: Date | undefined
}

/** Orders that meet all of them, without those that another order replaced. */
export function meetConditions({
  statuses,
  brandId,
  waiting,
  channel,
  flies = {},
  weightsMissing,
  balanceDue,
  sellerId,
  placedSince,
  refundedSince,
}: OrderConditions): SQL | undefined {
  return and(
    isNull(orders.supersededById),
    statuses && statuses.length > 0 ? inArray(orders.status, [...statuses]) : undefined,
    brandId === undefined ? undefined : eq(orders.brandId, brandId),
    waiting ? sql`${orders.id} in ${waitingOrderIds}` : undefined,
    channel === undefined ? undefined : eq(orders.channel, channel),
    fliesBetween(flies),
    weightsMissing ? lacksWeight : undefined,
    balanceDue ? gt(orders.dueCents, 0) : undefined,
    sellerId === undefined ? undefined : soldBy(sellerId),
    placedSince === undefined ? undefined : gte(orders.createdAt, placedSince),
    refundedSince === undefined
      ? undefined
      : // As an array, because a list of more than a hundred ids makes the server read every order.
        sql`${orders.id} = any(array(select ${orderRefunds.orderId} from ${orderRefunds}
          where ${gte(orderRefunds.createdAt, refundedSince)}))`,
  )
}

/** The session that placed an order is the seller's. */
const soldBy = (userId: number) =>
  and(
    ne(orders.channel, 'web'),
    sql`exists (select from ${sessions}
      where ${eq(sessions.id, orders.sessionId)} and ${eq(sessions.userId, userId)})`,
  )
