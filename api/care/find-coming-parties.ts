import { and, eq, gt, inArray, lte, notExists, notInArray, notLike, sql } from 'drizzle-orm'
import { bookedStatuses } from '#contract/enums.ts'
import { MAX_DELAY_MINS } from '#contract/flight-delay.ts'
import { type Db } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { mails } from '../db/schema/platform.ts'
import { listBrandsWithout } from '../store/care/care-stops.ts'
import { type DueCare } from '../store/care/queue-care.ts'
import { ERASED_DOMAIN } from '../store/erased-email.ts'
import { TICKET_TELLS_MS } from '../orders/ticket-mail.ts'
import { notWrittenTo } from './not-written-to.ts'

const MINUTE = 60_000

/**
 * The parties whose flight leaves within two days, and who were not written to about this departure
 * yet; one on several departures of a day is written to once, about all of them. A booking, or a
 * reschedule, of the last two days has its ticket mail, which says the same. A flight that was
 * cancelled, has left or that the party was moved away from is not theirs any more.
 */
export async function findComingParties(db: Db, now: Date, { limit }: { limit: number }): Promise<DueCare[]> {
  const before = sql`${slots.departAt} - interval '${sql.raw(String(TICKET_TELLS_MS))} milliseconds'`
  const off = await listBrandsWithout(db, 'before_flight')
  const due = await db
    .selectDistinct({
      orderId: orders.id,
      email: orders.email,
      brandId: orders.brandId,
      localDate: slots.localDate,
    })
    .from(orders)
    .innerJoin(holds, and(eq(holds.orderId, orders.id), eq(holds.state, 'sold')))
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(
      and(
        inArray(orders.status, bookedStatuses),
        inArray(flights.status, ['scheduled', 'delayed']),
        off.length > 0 ? notInArray(orders.brandId, off) : undefined,
        notLike(orders.email, `%${ERASED_DOMAIN}`),
        // The index is on the expected time, which is the sold one or up to the longest delay later.
        gt(flights.departAt, now),
        lte(flights.departAt, new Date(now.getTime() + TICKET_TELLS_MS + MAX_DELAY_MINS * MINUTE)),
        gt(slots.departAt, now),
        lte(slots.departAt, new Date(now.getTime() + TICKET_TELLS_MS)),
        lte(sql`coalesce(${orders.completedAt}, ${orders.createdAt})`, before),
        notExists(
          db
            .select({ one: sql`1` })
            .from(mails)
            .where(
              and(
                eq(mails.orderId, orders.id),
                inArray(mails.kind, ['order_confirmation', 'flight_moved']),
                sql`${mails.copyOf} is null`,
                gt(mails.createdAt, before),
              ),
            ),
        ),
        notWrittenTo(db, 'before_flight'),
      ),
    )
    .limit(limit)
  const times = await findDepartures(db, due, now)
  return due.flatMap(({ orderId, localDate, ...party }) => {
    const [first, ...later] = times
      .filter((one) => one.orderId === orderId && one.localDate === localDate)
      .map(({ departAt: dueFor }) => {
        const eventKey = `before_flight:${String(orderId)}:${String(dueFor.getTime())}`
        return { eventKey, orderId, dueFor }
      })
    return first ? [{ ...party, dueFor: first.dueFor, subjects: [first, ...later] }] : []
  })
}

/**
 * The departures of orders that are still to come and that nobody was written to about, the first one
 * first: a party on two of them gets one message when the first is due.
 */
async function findDepartures(db: Db, due: readonly { orderId: number }[], now: Date) {
  if (due.length === 0) return []
  return db
    .selectDistinct({ orderId: orders.id, localDate: slots.localDate, departAt: slots.departAt })
    .from(orders)
    .innerJoin(holds, and(eq(holds.orderId, orders.id), eq(holds.state, 'sold')))
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(
      and(
        inArray(orders.id, [...new Set(due.map(({ orderId }) => orderId))]),
        inArray(flights.status, ['scheduled', 'delayed']),
        gt(slots.departAt, now),
        notWrittenTo(db, 'before_flight'),
      ),
    )
    .orderBy(slots.departAt)
}
