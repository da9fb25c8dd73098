import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type OrderSummary } from '#contract/order-list.ts'
import { type Db } from '../db/client.ts'
import { products } from '../db/schema/catalogue.ts'
import { holds } from '../db/schema/holds.ts'
import { flights } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'
import { prizes } from '../db/schema/promotions.ts'
import { toDollars } from '../rules/money/money.ts'
import { type OrderState, shownStatus } from '../rules/orders/order-states.ts'
import { type SignedInCaller } from '../http/http.ts'
import { waitingForAnswer } from '../store/orders/find-unanswered-offers.ts'
import { countRows } from '../http/count-rows.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { buildOrderBy, type SortColumns, sortNames } from '../http/sort-rows.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { loadOrderFacts } from './load-order-facts.ts'
import { withBoughtName, boughtName } from './order-name.ts'
import { presentBalanceDueAt } from './present-balance.ts'
import { getDueCents } from '../store/orders/order.ts'
import { ownOrders } from '../store/orders/own-orders.ts'
import { readOrderFlights } from '../store/orders/read-order-flights.ts'

const heldUntil = sql`coalesce((select min(${holds.expiresAt}) from ${holds}
  where ${holds.orderId} = ${orders.id} and ${holds.state} = 'held'), ${orders.heldUntil})`
const paymentOpen = sql`exists (select from ${holds}
  where ${holds.orderId} = ${orders.id} and ${holds.state} = 'held' and ${holds.paymentOpen})`

/** As `presentBalanceDueAt` has it: set by staff, or the first check-in. */
const balanceDueAt = sql`case when ${orders.dueCents} > 0 then coalesce(${orders.balanceDueAt},
  (select min(${flights.departAt} - ${products.checkInMins} * interval '1 minute') from ${holds}
    join ${flights} on ${flights.id} = ${holds.flightId}
    join ${products} on ${products.id} = ${orders.productId}
    where ${holds.orderId} = ${orders.id} and ${holds.state} = 'sold')) end`

const columns = {
  id: orders.id,
  number: orders.id,
  brand_id: orders.brandId,
  user_id: orders.userId,
  prize_id: sql`(select min(${prizes.id}) from ${prizes} where ${prizes.orderId} = ${orders.id})`,
  kind: orders.kind,
  channel: orders.channel,
  status: orders.status,
  quantity_type: orders.quantityType,
  quantity: orders.quantity,
  total: orders.totalCents,
  amount_paid: orders.amountPaidCents,
  // As `getDueCents` has it.
  amount_due: sql`nullif(case when ${orders.amountPaidCents} > 0 then ${orders.dueCents}
    else ${orders.totalCents} - ${orders.creditsCents} end, 0)`,
  balance_due_at: balanceDueAt,
  currency: sql`(select 'usd')`,
  waiting_for_answer: waitingForAnswer,
  held_until: heldUntil,
  created_at: orders.createdAt,
  completed_at: orders.completedAt,
} satisfies SortColumns
export const orderSorts = sortNames(columns)

const awaits = sql`${orders.status} = 'awaiting_payment'`
/** Whether an order waits for a payment that cannot come any more. */
export const isLapsed = (now: Date): SQL =>
  sql`${awaits} and not ${paymentOpen} and coalesce(${heldUntil} <= ${now.toISOString()}::timestamptz, true)`

/** Sorts by the displayed status; `shownStatus` computes it for one order. */
function columnsAt(now: Date): SortColumns {
  const lapsed = isLapsed(now)
  return {
    ...columns,
    status: sql`case when ${lapsed} then 'expired' else ${orders.status} end`,
    held_until: sql`case when ${awaits} and not (${lapsed}) then ${heldUntil} end`,
  }
}

type OrderRow = typeof orders.$inferSelect

/**
 * The caller's own orders, newest first, in a fixed number of queries; `ownsOrder` decides the same
 * for one order. An order that another replaced is not listed.
 */
export async function listOrders(
  db: Db,
  caller: SignedInCaller,
  { page, statuses, now }: { page: ListPage; statuses?: readonly OrderState[] | undefined; now: Date },
): Promise<{ rows: OrderSummary[]; totalCount: number }> {
  const wanted = and(
    await ownOrders(db, caller),
    isNull(orders.supersededById),
    statuses && statuses.length > 0 ? inArray(orders.status, [...statuses]) : undefined,
  )
  const { rows, totalCount } = await findMatchingOrders(db, wanted, page, now)
  return { rows: await presentOrderSummaries(db, rows, now), totalCount }
}

/**
 * Finds the rows of a page of the orders that fit, newest first.
 *
 * @param before what they are ordered by instead, unless the caller asks for an order
 */
export async function findMatchingOrders(
  db: Db,
  wanted: SQL | undefined,
  page: ListPage,
  now: Date,
  before?: SQL,
): Promise<{ rows: OrderRow[]; totalCount: number }> {
  const where = and(wanted, idsCondition(orders.id, page))
  const [rows, totalCount] = await Promise.all([
    db
      .select()
      .from(orders)
      .where(where)
      .orderBy(
        ...(before && !page.sort ? [before] : []),
        ...buildOrderBy(page, columnsAt(now), orders.id, orders.createdAt),
      )
      .limit(page.limit)
      .offset(page.offset),
    countRows(db, orders, where, page.countTo),
  ])
  return { rows, totalCount }
}

/** Rows of orders as lists show them, with three statements. */
export async function presentOrderSummaries(
  db: Db,
  rows: readonly OrderRow[],
  now: Date,
): Promise<OrderSummary[]> {
  const facts = await loadOrderFacts(
    db,
    rows.map(({ id }) => id),
  )
  const [flights, products] = await Promise.all([
    readOrderFlights(db, [...new Set([...facts.values()].flatMap(({ flightIds }) => flightIds))]),
    readGiftProducts(db, rows),
  ])
  return rows.map((order) => {
    const its = facts.get(order.id)
    const heldUntil = its?.heldUntil == null ? order.heldUntil : new Date(its.heldUntil)
    const paymentOpen = its?.paymentOpen ?? false
    const status = shownStatus({ status: order.status, heldUntil, paymentOpen }, now)
    const product = products.get(order.productId ?? 0)
    const own = flights.filter(({ flight_id: id }) => its?.flightIds.includes(id))
    const dueCents = getDueCents(order)
    return {
      id: order.id,
      number: `O-${String(order.id)}`,
      brand_id: order.brandId,
      user_id: order.userId,
      prize_id: its?.prizeId ?? null,
      kind: order.kind,
      channel: order.channel,
      status,
      waiting_for_answer: its?.waitingForAnswer ?? false,
      quantity_type: order.quantityType,
      quantity: order.quantity,
      total: toDollars(order.totalCents),
      amount_paid: toDollars(order.amountPaidCents),
      amount_due: dueCents > 0 ? toDollars(dueCents) : null,
      balance_due_at: presentBalanceDueAt(order, own),
      currency: 'usd',
      held_until: status === 'awaiting_payment' ? (heldUntil?.toISOString() ?? null) : null,
      created_at: order.createdAt.toISOString(),
      completed_at: order.completedAt?.toISOString() ?? null,
      flights: own.map((flight) => withBoughtName(order, flight)),
      ...(order.kind === 'gift_cards' && product
        ? {
            gift: {
              product_id: product.id,
              product_name: boughtName(order, product.name),
              place: product.place,
              tags: product.tagList,
            },
          }
        : {}),
    }
  })
}

/** The products whose gift cards are on the page. */
async function readGiftProducts(db: Db, rows: readonly OrderRow[]) {
  const entries = rows.some(({ kind }) => kind === 'gift_cards') ? (await readCatalogue(db)).entries : []
  return new Map(entries.map(({ product }) => [product.id, product]))
}
