import { sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { orderItemFlights, orderItemSeats, orders } from '../db/schema/orders.ts'
import { prizes } from '../db/schema/promotions.ts'
import { rawStatement } from '../db/statement.ts'
import { waitingForAnswer } from '../store/orders/find-unanswered-offers.ts'

/** What a list shows of an order beside its own row. */
export interface OrderFacts {
  id: number
  /** When the first of its held seats expires, in milliseconds since 1970; null without any. */
  heldUntil: number | null
  /** Whether a payment for held seats is under way. */
  paymentOpen: boolean
  /** Of its present items. */
  flightIds: number[]
  waitingForAnswer: boolean
  prizeId: number | null
}

/** The facts of the orders of a page, by their ids, in one statement however long the page is. */
export async function loadOrderFacts(
  db: DbOrTx,
  orderIds: readonly number[],
): Promise<Map<number, OrderFacts>> {
  const rows = orderIds.length === 0 ? [] : await selectFacts(db, { orderIds })
  return new Map(rows.map((facts) => [facts.id, facts]))
}

const selectFacts = rawStatement<{ orderIds: readonly number[] }, OrderFacts>(sql`
  select ${orders.id}, held.until as "heldUntil", coalesce(held.open, false) as "paymentOpen",
    array(
      select flight_id from ${orderItemSeats} where order_id = ${orders.id}
      union select flight_id from ${orderItemFlights} where order_id = ${orders.id}
    ) as "flightIds",
    ${waitingForAnswer} as "waitingForAnswer",
    (select min(id) from ${prizes} where order_id = ${orders.id}) as "prizeId"
  from ${orders}
  cross join lateral (
    select (extract(epoch from min(expires_at)) * 1000)::float8 as until, bool_or(payment_open) as open
    from ${holds} where order_id = ${orders.id} and state = 'held'
  ) held
  where ${orders.id} = any(${sql.placeholder('orderIds')}::int[])`)
