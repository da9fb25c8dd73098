import { sql } from 'drizzle-orm'
import { flights, slots } from '../db/schema/inventory.ts'

/** When a flight of a slot is expected to land; `flights.depart_at` is when it is expected to leave. */
export const expectedArrival =
  sql<Date>`${slots.arriveAt} + ${flights.delayMins} * interval '1 minute'`.mapWith(slots.arriveAt)
