import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type OrderCounts } from '#contract/order-list.ts'
import { type Db } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { countRows } from '../http/count-rows.ts'
import { addDays, toLocalDate } from '../rules/time/local-time.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { waitingOrderIds } from '../store/orders/find-unanswered-offers.ts'
import { fliesBetween, lacksWeight } from './order-conditions.ts'

/** A list is counted up to this number. */
const MOST = 1000
/** Weights are asked for this many days ahead. */
const WEIGHT_DAYS = 7

/** Counts what the saved filters of the staff's list find. */
export async function countOrders(db: Db, now: Date, brandId?: number): Promise<OrderCounts> {
  const { brands } = await readCatalogue(db)
  // The shop's days are those of its first brand, as in reports.
  const date = toLocalDate(now, brands[0]?.timeZone ?? 'UTC')
  const ofBrand = brandId === undefined ? undefined : eq(orders.brandId, brandId)
  const count = (wanted: SQL | undefined) =>
    countRows(db, orders, and(isNull(orders.supersededById), ofBrand, wanted), MOST)
  const tomorrow = addDays(date, 1)
  const [flies_today, flies_tomorrow, to_pay, weights_missing, waiting_for_answer] = await Promise.all([
    count(fliesBetween({ from: date, to: date })),
    count(fliesBetween({ from: tomorrow, to: tomorrow })),
    count(eq(orders.status, 'awaiting_payment')),
    count(and(fliesBetween({ from: date, to: addDays(date, WEIGHT_DAYS - 1) }), lacksWeight)),
    count(sql`${orders.id} in ${waitingOrderIds}`),
  ])
  return { date, flies_today, flies_tomorrow, to_pay, weights_missing, waiting_for_answer }
}
