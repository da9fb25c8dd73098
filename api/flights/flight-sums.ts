import { sql } from 'drizzle-orm'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { passengers } from '../db/schema/passengers.ts'

/** Of a buyer who is paying, or offered to the waitlist; `now` is a placeholder of the statement. */
export const liveHold = sql`${holds.state} = 'held' and (${holds.paymentOpen}
  or ${holds.expiresAt} > ${sql.placeholder('now')}::timestamptz)`

/** Sums of one flight, as subqueries of a statement that reads `flights`. */
export const seatsHeld = sql<number>`(select coalesce(sum(${holds.seats}), 0)::int from ${holds}
  where ${holds.flightId} = ${flights.id} and ${liveHold})`
export const weightSold = sql<number>`(select coalesce(sum(${holds.weightLbs}), 0)::int from ${holds}
  where ${holds.flightId} = ${flights.id} and ${holds.state} = 'sold')`
export const checkedIn = sql<number>`(select count(*)::int from ${passengers}
  where ${passengers.flightId} = ${flights.id} and ${passengers.boarding} = 'checked_in')`

/**
 * What an order still owes of those who come, in cents: nobody is asked at check-in for the equal share of
 * a no-show. The whole amount stays due in the books. Its names have their tables, which drizzle leaves
 * out where a statement reads one table.
 */
export const dueOfThoseWhoCome = sql<number>`(orders.due_cents - coalesce((
  select floor(orders.due_cents::numeric * count(*) filter (where p.boarding = 'no_show')
    / nullif(count(*), 0))
  from passengers p where p.order_id = orders.id and not p.stays_home), 0))::int`
