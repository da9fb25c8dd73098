import { and, lte, ne, sql } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { orderChanges } from '../db/schema/orders.ts'
import { erasedDetails, passengers } from '../db/schema/passengers.ts'
import { forgetGuestDetails } from '../store/orders/forget-guest-details.ts'

const DAY = 24 * 3_600_000
/**
 * How long a load manifest must be retained (14 CFR 135.63 (c)); afterwards no weight is needed.
 */
export const WEIGHT_RETENTION = 30 * DAY

const COLUMNS = erasedDetails.map((detail) => sql.identifier(passengers[detail].name))

/**
 * Erases weights, seating and boarding notes of passengers thirty days after their last flight, or
 * after the order if they never flew. While a rebooking offer is open, they are needed to find
 * other seats. The passenger's name and flight stay.
 */
export async function eraseWeights(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - WEIGHT_RETENTION).toISOString()
  const hasLaterFlight = sql`exists (
    select 1 from holds h join flights f on f.id = h.flight_id
    where h.order_id = o.id and h.state in ('held', 'sold') and f.depart_at > ${before}::timestamptz)`
  const hasOpenOffer = (order: string) =>
    sql`exists (select 1 from reschedule_claims c where c.order_id = ${sql.raw(order)} and c.state = 'open')`
  await db.execute(sql`
    update passengers p set ${sql.join(
      COLUMNS.map((column) => sql`${column} = null`),
      sql`, `,
    )} from orders o
    where o.id = p.order_id and o.created_at <= ${before}::timestamptz and not ${hasLaterFlight}
      and not ${hasOpenOffer('o.id')}
      and (${sql.join(
        COLUMNS.map((column) => sql`p.${column} is not null`),
        sql` or `,
      )})`)
  // Guests who were to be added, and nothing came of it.
  await forgetGuestDetails(
    db,
    and(
      ne(orderChanges.state, 'awaiting_payment'),
      lte(orderChanges.settledAt, new Date(now.getTime() - DAY)),
    ),
  )
  // Who sat where is part of the same load.
  await db.execute(sql`
    delete from flight_seats s using flights f
    where f.id = s.flight_id and f.depart_at <= ${before}::timestamptz`)
  // A party of one weighs what its passenger weighs.
  await db.execute(sql`
    update holds h set weight_lbs = 0 from flights f
    where f.id = h.flight_id and h.weight_lbs > 0 and f.depart_at <= ${before}::timestamptz
      and not ${hasOpenOffer('h.order_id')}`)
}
