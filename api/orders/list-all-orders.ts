import { presentEmail } from '../store/walk-in-email.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type OrderSums, type OrderSummary } from '#contract/order-list.ts'
import { type Db } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { users } from '../db/schema/people.ts'
import { rawStatement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { firstDeparture, fliesBetween, meetConditions, type OrderConditions } from './order-conditions.ts'
import { findOrderIds } from './find-order-ids.ts'
import { findMatchingOrders, presentOrderSummaries } from './list-orders.ts'
import { MOST_SUMMED, sumOrders } from './sum-orders.ts'

export interface StaffOrderList extends OrderConditions {
  page: ListPage
  now: Date
  userId?: number | undefined
  /** A search text, such as a caller gives on the phone. */
  text?: string | undefined
  /** Orders that fly on this day come first. */
  firstDay?: string | undefined
  /** Sums up what is found too. */
  summed?: boolean | undefined
}

interface FoundOrders {
  rows: OrderSummary[]
  totalCount: number
  sums?: OrderSums | undefined
}

/**
 * All orders for staff, newest first, or in the order of their departures where days are asked for,
 * with their owners. The number of queries depends only on the kind of search text.
 */
export async function listOrdersForStaff(
  deps: Pick<ApiDeps, 'database' | 'settings'>,
  { page, now, userId, text, firstDay, summed = false, ...conditions }: StaffOrderList,
): Promise<FoundOrders> {
  const { db } = deps.database
  const ids = text ? await findOrderIds(deps, text) : undefined
  const onDays = fliesBetween(conditions.flies ?? {})
  const wanted = and(
    meetConditions(conditions),
    ids && inArray(orders.id, ids),
    userId === undefined ? undefined : eq(orders.userId, userId),
  )
  if (ids?.length === 0) return { rows: [], totalCount: 0 }
  const fliesFirst = firstDay === undefined ? undefined : fliesBetween({ from: firstDay, to: firstDay })
  const before = fliesFirst ? sql`${fliesFirst} desc` : onDays && firstDeparture
  const found = await findMatchingOrders(db, wanted, page, now, before)
  const few = found.totalCount < Math.min(MOST_SUMMED, page.countTo ?? Infinity)
  const [rows, buyers, sums] = await Promise.all([
    presentOrderSummaries(db, found.rows, now),
    readBuyers(db, found.rows),
    summed && few ? sumOrders(db, and(wanted, idsCondition(orders.id, page)), now) : undefined,
  ])
  return { ...found, sums, rows: rows.map((row) => ({ ...row, ...buyers.get(row.id) })) }
}

async function readBuyers(db: Db, rows: readonly { id: number }[]) {
  const orderIds = rows.map(({ id }) => id)
  const found = orderIds.length === 0 ? [] : await selectBuyers(db, { orderIds })
  return new Map(
    found.map(({ id, email, phone, name, people }) => [
      id,
      {
        buyer: {
          email: presentEmail(email),
          phone,
          name,
          first_passenger: people[0] ?? '',
          passengers: people,
        },
      },
    ]),
  )
}

interface BuyerRow {
  id: number
  email: string
  phone: string | null
  name: string
  people: string[]
}

const selectBuyers = rawStatement<{ orderIds: readonly number[] }, BuyerRow>(sql`
  select o.id, o.email, o.phone,
    (select concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, ''))
      from ${users} u where u.id = o.user_id) as name,
    array(select p.full_name from ${passengers} p where p.order_id = o.id order by p.id) as people
  from ${orders} o
  where o.id = any(${sql.placeholder('orderIds')}::int[])`)
