import { and, eq, exists, gt, inArray, lte, ne, notExists, notInArray, notLike, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { bookedStatuses } from '#contract/enums.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { type Db } from '../db/client.ts'
import { careMessages } from '../db/schema/care.ts'
import { listBrandsWithout } from '../store/care/care-stops.ts'
import { type DueCare } from '../store/care/queue-care.ts'
import { isGivenEmail } from '../store/walk-in-email.ts'
import { ERASED_DOMAIN } from '../store/erased-email.ts'

const HOUR = 3_600_000
/**
 * The mail is sent at the same time of day as the flight, so nobody gets it at night except after a
 * night flight.
 */
const AFTER_HOURS = 24
/** After this time no mail is sent: a shop that was down does not ask about last month. */
const LATEST_HOURS = 72

/**
 * The buyers who are asked how it was: once per order, the day after its last flight. Refunded seats,
 * cancelled departures and no-shows do not count as flown. A buyer whose data was erased has no
 * mailbox any more.
 */
export async function findFlownParties(db: Db, now: Date, { limit }: { limit: number }): Promise<DueCare[]> {
  const off = await listBrandsWithout(db, 'after_flight')
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const later = alias(holds, 'later')
  const laterFlight = alias(flights, 'later_flight')
  const hasBoarding = (boarding: 'checked_in' | 'no_show') =>
    db
      .select({ one: sql`1` })
      .from(passengers)
      .where(and(eq(passengers.orderId, orders.id), eq(passengers.boarding, boarding)))
  const flown = db
    .select({ id: flights.id })
    .from(flights)
    .where(
      and(
        ne(flights.status, 'called_off'),
        gt(flights.departAt, before(LATEST_HOURS)),
        lte(flights.departAt, before(AFTER_HOURS)),
      ),
    )
  const lastFlight = db
    .select({ at: sql`max(${laterFlight.departAt})` })
    .from(later)
    .innerJoin(laterFlight, eq(laterFlight.id, later.flightId))
    .where(and(eq(later.orderId, orders.id), eq(later.state, 'sold')))
  const due = await db
    .select({
      ...{ orderId: orders.id, email: orders.email, brandId: orders.brandId },
      dueFor: sql<Date>`max(${flights.departAt})`.mapWith(flights.departAt),
    })
    .from(orders)
    .innerJoin(holds, and(eq(holds.orderId, orders.id), eq(holds.state, 'sold')))
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(
      and(
        // An array is looked up by the index; joined, all holds would be read.
        sql`${holds.flightId} = any(array(${flown}))`,
        inArray(orders.status, bookedStatuses),
        off.length > 0 ? notInArray(orders.brandId, off) : undefined,
        notLike(orders.email, `%${ERASED_DOMAIN}`),
        isGivenEmail(orders.email),
        or(notExists(hasBoarding('no_show')), exists(hasBoarding('checked_in'))),
        // A value for each order, so that the flights still to come are not read for all orders at once.
        sql`${lastFlight} <= ${before(AFTER_HOURS).toISOString()}::timestamptz`,
        notExists(
          db
            .select({ one: sql`1` })
            .from(careMessages)
            .where(and(eq(careMessages.occasion, 'after_flight'), eq(careMessages.orderId, orders.id))),
        ),
      ),
    )
    .groupBy(orders.id)
    .limit(limit)
  return due.map(({ orderId, ...party }) => ({
    ...party,
    subjects: [{ eventKey: `how_was_it:${String(orderId)}`, orderId }],
  }))
}
