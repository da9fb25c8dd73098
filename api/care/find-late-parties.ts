import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import { bookedStatuses } from '#contract/enums.ts'
import { type Db } from '../db/client.ts'
import { products } from '../db/schema/catalogue.ts'
import { holds } from '../db/schema/holds.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { users } from '../db/schema/people.ts'
import { accountTextConsents, textConsents } from '../db/schema/texts.ts'
import { listBrandsWithout } from '../store/care/care-stops.ts'
import { type DueCare } from '../store/care/queue-care.ts'
import { notWrittenTo } from './not-written-to.ts'

/** The most minutes before departure at which a product counts guests as late. */
const MOST_LATE_MINS = 600
const MINUTE = 60_000

/**
 * The parties of whom somebody is awaited although they count as late, who agreed to texts, and who were
 * not written to about this departure yet. Only where the product says when guests are late: without
 * that it is check-in time itself, and a text on the minute would be a nuisance. Who bought later than
 * that stands at the counter; who was told to wait by a weather hold is not late.
 */
export async function findLateParties(db: Db, now: Date, { limit }: { limit: number }): Promise<DueCare[]> {
  const off = await listBrandsWithout(db, 'guests_late')
  const lateFrom = sql`${flights.departAt} - ${products.lateMins} * interval '1 minute'`
  const due = await db
    .selectDistinct({
      orderId: orders.id,
      email: orders.email,
      brandId: orders.brandId,
      slotId: slots.id,
      dueFor: slots.departAt,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, and(eq(products.id, slots.productId), isNotNull(products.lateMins)))
    .innerJoin(holds, and(eq(holds.flightId, flights.id), eq(holds.state, 'sold')))
    .innerJoin(orders, eq(orders.id, holds.orderId))
    .where(
      and(
        gt(flights.departAt, now),
        lte(flights.departAt, new Date(now.getTime() + MOST_LATE_MINS * MINUTE)),
        sql`${lateFrom} <= ${now.toISOString()}::timestamptz`,
        inArray(flights.status, ['scheduled', 'delayed', 'boarding']),
        isNull(slots.weatherHoldId),
        inArray(orders.status, bookedStatuses),
        off.length > 0 ? notInArray(orders.brandId, off) : undefined,
        sql`coalesce(${orders.completedAt}, ${orders.createdAt}) < ${lateFrom}`,
        or(
          exists(
            db
              .select({ one: sql`1` })
              .from(textConsents)
              .where(eq(textConsents.orderId, orders.id)),
          ),
          exists(
            db
              .select({ one: sql`1` })
              .from(accountTextConsents)
              .innerJoin(users, and(eq(users.id, accountTextConsents.userId), isNotNull(users.emailProvenAt)))
              .where(
                and(
                  eq(accountTextConsents.userId, orders.userId),
                  eq(accountTextConsents.brandId, orders.brandId),
                ),
              ),
          ),
        ),
        exists(
          db
            .select({ one: sql`1` })
            .from(passengers)
            .where(
              and(
                eq(passengers.orderId, orders.id),
                isNull(passengers.boarding),
                eq(passengers.staysHome, false),
                or(isNull(passengers.flightId), eq(passengers.flightId, flights.id)),
              ),
            ),
        ),
        notWrittenTo(db, 'guests_late'),
      ),
    )
    .limit(limit)
  return due.map(({ orderId, slotId, ...party }) => {
    const eventKey = `guests_late:${String(orderId)}:${String(slotId)}`
    return { ...party, subjects: [{ eventKey, orderId }] }
  })
}
