import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type OrderChannel } from '#contract/enums.ts'
import { type OrderSummary } from '#contract/order-list.ts'
import { type Db } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type OrderState } from '../rules/orders/order-states.ts'
import { waitingOrderIds } from '../store/orders/find-unanswered-offers.ts'
import { type ListPage } from '../http/list-page.ts'
import { type FlyingDays, firstDeparture, fliesBetween, lacksWeight } from './order-conditions.ts'
import { findOrderIds } from './find-order-ids.ts'
import { listMatchingOrders } from './list-orders.ts'

export interface StaffOrderList {
  page: ListPage
  now: Date
  statuses?: readonly OrderState[] | undefined
  brandId?: number | undefined
  /** Only orders whose departure was cancelled and whose buyer has not chosen yet. */
  waiting?: boolean | undefined
  userId?: number | undefined
  channel?: OrderChannel | undefined
  /** Only orders that fly on these days, in the order of their departures. */
  flies?: FlyingDays | undefined
  /** Only paid orders that lack a passenger's weight. */
  weightsMissing?: boolean | undefined
  /** A search text, such as a caller gives on the phone. */
  text?: string | undefined
  /** Orders that fly on this day come first. */
  firstDay?: string | undefined
}

/**
 * All orders for staff, newest first, with their owners. The number of queries depends only on the
 * kind of search text.
 */
export async function listOrdersForStaff(
  deps: Pick<ApiDeps, 'database' | 'settings'>,
  {
    page,
    now,
    statuses,
    brandId,
    userId,
    channel,
    flies = {},
    weightsMissing,
    waiting,
    text,
    firstDay,
  }: StaffOrderList,
): Promise<{ rows: OrderSummary[]; totalCount: number }> {
  const { db } = deps.database
  const ids = text ? await findOrderIds(deps, text) : undefined
  const onDays = fliesBetween(flies)
  const wanted = and(
    isNull(orders.supersededById),
    ids && inArray(orders.id, ids),
    statuses && statuses.length > 0 ? inArray(orders.status, [...statuses]) : undefined,
    brandId === undefined ? undefined : eq(orders.brandId, brandId),
    waiting ? sql`${orders.id} in ${waitingOrderIds}` : undefined,
    userId === undefined ? undefined : eq(orders.userId, userId),
    channel === undefined ? undefined : eq(orders.channel, channel),
    onDays,
    weightsMissing ? lacksWeight : undefined,
  )
  if (ids?.length === 0) return { rows: [], totalCount: 0 }
  const fliesFirst = firstDay === undefined ? undefined : fliesBetween({ from: firstDay, to: firstDay })
  const before = fliesFirst ? sql`${fliesFirst} desc` : onDays && firstDeparture
  const found = await listMatchingOrders(db, wanted, page, now, before)
  const buyers = await readBuyers(db, found.rows)
  return { ...found, rows: found.rows.map((row) => ({ ...row, ...buyers.get(row.id) })) }
}

async function readBuyers(db: Db, rows: readonly OrderSummary[]) {
  if (rows.length === 0) return new Map<number, Pick<OrderSummary, 'buyer'>>()
  const found = await db
    .select({
      id: orders.id,
      email: orders.email,
      phone: orders.phone,
      // The columns are spelled out: without a join the builder leaves their table away.
      name: sql<string>`(select concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, ''))
        from ${users} u where u.id = orders.user_id)`,
      passenger: sql<string | null>`(select p.full_name from ${passengers} p
        where p.order_id = orders.id order by p.id limit 1)`,
    })
    .from(orders)
    .where(
      inArray(
        orders.id,
        rows.map(({ id }) => id),
      ),
    )
  return new Map(
    found.map(({ id, email, phone, name, passenger }) => [
      id,
      { buyer: { email, phone, name, first_passenger: passenger ?? '' } },
    ]),
  )
}
