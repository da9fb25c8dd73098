import { type SQL, sql } from 'drizzle-orm'
import { type OrderSums } from '#contract/order-list.ts'
import { type Db } from '../db/client.ts'
import { orderRefunds } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { toDollars } from '../rules/money/money.ts'
import { isLapsed } from './list-orders.ts'

/** From so many orders on nothing is summed up: it would read a large part of the table. */
export const MOST_SUMMED = 1000

/** Sums up what stays sold of the orders that fit, which are fewer than `MOST_SUMMED`. */
export async function sumOrders(db: Db, wanted: SQL | undefined, now: Date): Promise<OrderSums | undefined> {
  const awaits = sql`${orders.status} in ('awaiting_payment', 'partially_paid')`
  const lapsed = isLapsed(now)
  const stands = sql`(${orders.status} not in ('expired', 'cancelled', 'refunded')
    and not (${awaits} and (${lapsed})))`
  const refunded = sql`(select coalesce(sum(${orderRefunds.amountCents}), 0) from ${orderRefunds}
    where ${orderRefunds.orderId} = ${orders.id})`
  const first = db
    .select({
      stands: sql`case when ${stands} then 1 else 0 end`.as('stands'),
      people: sql`case when ${stands} and ${orders.kind} = 'flight' then ${orders.quantity} else 0 end`.as(
        'people',
      ),
      total: sql`case when ${stands} then ${orders.totalCents} - ${refunded} else 0 end`.as('total'),
      left: sql`case when ${awaits} and not (${lapsed})
        then case when ${orders.dueCents} > 0 then ${orders.dueCents}
          else ${orders.totalCents} - ${orders.creditsCents} - ${orders.amountPaidCents} end else 0 end`.as(
        'left_to_pay',
      ),
    })
    .from(orders)
    .where(wanted)
    .limit(MOST_SUMMED)
    .as('first')
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      standing: sql<number>`coalesce(sum(${first.stands}), 0)::int`,
      people: sql<number>`coalesce(sum(${first.people}), 0)::int`,
      total: sql<number>`coalesce(sum(${first.total}), 0)`.mapWith(Number),
      left: sql<number>`coalesce(sum(${first.left}), 0)`.mapWith(Number),
    })
    .from(first)
  if (!row) return undefined
  return {
    orders: row.count,
    standing: row.standing,
    people: row.people,
    total: toDollars(row.total),
    left_to_pay: toDollars(row.left),
    currency: 'usd',
  }
}
