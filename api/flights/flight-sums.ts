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
