import { sql, type SQL } from 'drizzle-orm'
import { departureCancellations, rebookingOffers } from '../../db/schema/departure-cancellations.ts'
import { flights } from '../../db/schema/inventory.ts'
import { holds } from '../../db/schema/holds.ts'
import { orders } from '../../db/schema/orders.ts'

/**
 * True when a departure of the order was cancelled and its buyer has not chosen yet: the rebooking
 * offer is open, or the job has not created it yet.
 */
export const waitingForAnswer: SQL<boolean> = sql<boolean>`(
  exists (
    select 1 from ${rebookingOffers} c where c.order_id = ${orders}."id" and c.state = 'open'
  ) or exists (
    select 1 from ${holds} h
    join ${flights} f on f.id = h.flight_id
    join ${departureCancellations} k on k.slot_id = f.slot_id and k.done_at is null
    where h.order_id = ${orders}."id" and h.state = 'sold'
      and not exists (
        select 1 from ${rebookingOffers} made where made.order_id = h.order_id and made.call_off_id = k.id
      )
  )
)`

/** The ids of all orders that wait for an answer; they are always few. */
export const waitingOrderIds: SQL = sql`(
  select c.order_id from ${rebookingOffers} c where c.state = 'open'
  union
  select h.order_id from ${departureCancellations} k
  join ${flights} f on f.slot_id = k.slot_id
  join ${holds} h on h.flight_id = f.id and h.state = 'sold'
  where k.done_at is null and not exists (
    select 1 from ${rebookingOffers} made where made.order_id = h.order_id and made.call_off_id = k.id
  )
)`
