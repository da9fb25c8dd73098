import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Refund } from '#contract/refund.ts'
import { type DbOrTx } from '../../db/client.ts'
import { orderRefunds, payments, refunds } from '../../db/schema/money.ts'
import { orderLines } from '../../db/schema/orders.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { idsCondition, type ListPage } from '../../http/list-page.ts'
import { buildOrderBy, type SortColumns, sortNames } from '../../http/sort-rows.ts'
import { presentRefund, type StaffRefundNames } from './present-refund.ts'

/**
 * The state of the card part of a refund: without a card part it is done at once, and a failed part
 * outweighs a pending one.
 */
const state = sql`(select case when bool_or(${refunds.state} = 'failed') then 'failed'
  when bool_and(${refunds.state} = 'succeeded') is not false then 'succeeded' else 'pending' end
  from ${refunds} where ${refunds.orderRefundId} = ${orderRefunds.id})`
/** The amount of a refund into a voucher includes the value of its gift cards. */
const amount = sql`${orderRefunds.amountCents} + case when ${orderRefunds.voucherId} is null then 0
  else coalesce(
  (select sum((gift ->> 'amountCents')::int)
    from jsonb_array_elements(${orderRefunds.tenders} -> 'giftCards') gift), 0) end`
const columns = {
  id: orderRefunds.id,
  order_id: orderRefunds.orderId,
  amount,
  state,
  at: orderRefunds.createdAt,
  created_at: orderRefunds.createdAt,
  reason: orderRefunds.reason,
  origin: orderRefunds.origin,
  by: orderRefunds.actor,
} satisfies SortColumns
export const refundSorts = sortNames(columns)

export interface RefundQuery {
  orderId?: number | undefined
  ids?: readonly number[] | undefined
}

/**
 * Refunds of orders for staff, newest first, without automatic refunds of money that could not be
 * kept.
 */
export async function listRefunds(
  db: DbOrTx,
  { orderId, ids }: RefundQuery,
  page: ListPage,
): Promise<{ rows: Refund[]; totalCount: number }> {
  const where = and(
    idsCondition(orderRefunds.id, page),
    orderId === undefined ? undefined : eq(orderRefunds.orderId, orderId),
    ids === undefined ? undefined : inArray(orderRefunds.id, [...ids]),
  )
  const [rows, totalCount] = await Promise.all([
    db
      .select()
      .from(orderRefunds)
      .where(where)
      .orderBy(...buildOrderBy(page, columns, orderRefunds.id, orderRefunds.createdAt))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(orderRefunds, where),
  ])
  const named = await findNames(db, [...new Set(rows.map((row) => row.orderId))])
  return {
    rows: rows.map((row) => presentRefund(row, named(row.orderId))),
    totalCount,
  }
}

/** What names the parts of these orders' refunds. */
export async function findNames(
  db: DbOrTx,
  orderIds: readonly number[],
): Promise<(orderId: number) => StaffRefundNames> {
  if (orderIds.length === 0) return () => ({ lines: [], payments: [], cardRefunds: [], stayingHome: [] })
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]))
  const paid = await db
    .select({
      id: payments.id,
      orderId: payments.orderId,
      brand: payments.cardBrand,
      last4: payments.cardLast4,
      method: payments.method,
    })
    .from(payments)
    .where(inArray(payments.orderId, [...orderIds]))
  const cardRefunds = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, [...orderIds]))
  const home = await db
    .select({
      id: passengers.id,
      orderId: passengers.orderId,
      fullName: passengers.fullName,
      orderRefundId: passengers.orderRefundId,
    })
    .from(passengers)
    .where(and(inArray(passengers.orderId, [...orderIds]), eq(passengers.staysHome, true)))
    .orderBy(asc(passengers.position))
  const of = <Row extends { orderId: number }>(rows: readonly Row[], orderId: number) =>
    rows.filter((row) => row.orderId === orderId)
  return (orderId) => ({
    lines: of(lines, orderId),
    payments: of(paid, orderId),
    cardRefunds: of(cardRefunds, orderId),
    stayingHome: of(home, orderId),
  })
}
