import { and, eq, exists, gt, inArray, lte, ne, notExists, notLike, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { bookedStatuses } from '#contract/enums.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
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
const BATCH = 50

/**
 * Asks a buyer for feedback once per order, the day after its last flight. Refunded seats,
 * cancelled departures and no-shows do not count as flown. A buyer whose data was erased has no
 * mailbox any more.
 */
export async function sendFeedbackRequests(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const later = alias(holds, 'later')
  const laterFlight = alias(flights, 'later_flight')
  const hasBoarding = (boarding: 'checked_in' | 'no_show') =>
    db
      .select({ one: sql`1` })
      .from(passengers)
      .where(and(eq(passengers.orderId, orders.id), eq(passengers.boarding, boarding)))
  const due = await db
    .selectDistinct({ id: orders.id, email: orders.email })
    .from(orders)
    .innerJoin(holds, and(eq(holds.orderId, orders.id), eq(holds.state, 'sold')))
    .innerJoin(flights, and(eq(flights.id, holds.flightId), ne(flights.status, 'called_off')))
    .where(
      and(
        inArray(orders.status, bookedStatuses),
        notLike(orders.email, `%${ERASED_DOMAIN}`),
        isGivenEmail(orders.email),
        or(notExists(hasBoarding('no_show')), exists(hasBoarding('checked_in'))),
        gt(flights.departAt, before(LATEST_HOURS)),
        lte(flights.departAt, before(AFTER_HOURS)),
        notExists(
          db
            .select({ one: sql`1` })
            .from(later)
            .innerJoin(laterFlight, eq(laterFlight.id, later.flightId))
            .where(
              and(
                eq(later.orderId, orders.id),
                eq(later.state, 'sold'),
                gt(laterFlight.departAt, before(AFTER_HOURS)),
              ),
            ),
        ),
        notExists(
          db
            .select({ one: sql`1` })
            .from(mails)
            .where(and(eq(mails.kind, 'how_was_it'), eq(mails.orderId, orders.id))),
        ),
      ),
    )
    .limit(BATCH)
  for (const { id, email } of due) {
    await db.transaction((tx) =>
      queueMail(
        tx,
        { kind: 'how_was_it', eventKey: `how_was_it:${String(id)}`, orderId: id, to: email },
        now,
        deps,
      ),
    )
  }
}
