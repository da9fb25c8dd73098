import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { agentTerms } from '../db/schema/agents.ts'
import { agentStatementLines } from '../db/schema/agent-statements.ts'
import { brands } from '../db/schema/brands.ts'
import { orderRefunds, payments } from '../db/schema/money.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { orderLines, orders } from '../db/schema/orders.ts'
import { staffPrices } from '../db/schema/staff-prices.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { toLocalDate } from '../rules/time/local-time.ts'
import { findCommission, findCommissionBase, findRate } from './rules/commission.ts'

/** The commission of an order at some time, whether or not it has flown. */
export interface OrderCommission {
  orderId: number
  rateBps: number
  soldCents: number
  keptCents: number
  commissionCents: number
  /** What statements have of it. */
  statedCents: number
}

/**
 * The commissions of an agent's orders, with eight statements for any number of them.
 * @param until refunds from then on do not count yet
 */
export async function loadCommissions(
  db: DbOrTx,
  orderIds: readonly number[],
  until: Date,
): Promise<Map<number, OrderCommission>> {
  if (orderIds.length === 0) return new Map()
  const ids = [...orderIds]
  const [sold, lines, gifts, given, lost, stated] = await Promise.all([
    db
      .select({
        id: orders.id,
        agentId: orders.agentId,
        completedAt: orders.completedAt,
        zone: brands.timeZone,
        ownPrice: staffPrices.orderId,
      })
      .from(orders)
      .innerJoin(brands, eq(brands.id, orders.brandId))
      .leftJoin(staffPrices, eq(staffPrices.orderId, orders.id))
      .where(inArray(orders.id, ids)),
    db
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, ids))
      .orderBy(asc(orderLines.orderId), asc(orderLines.position)),
    db
      .select({
        orderId: orderTenders.orderId,
        id: giftCards.id,
        pendingFeeIds: giftCards.pendingFeeIds,
        feeLimits: giftCards.waitingFees,
      })
      .from(orderTenders)
      .innerJoin(giftCards, eq(giftCards.id, orderTenders.giftCardId))
      .where(and(inArray(orderTenders.orderId, ids), inArray(orderTenders.state, ['captured', 'returned'])))
      .orderBy(asc(orderTenders.id)),
    db
      .select()
      .from(orderRefunds)
      .where(and(inArray(orderRefunds.orderId, ids), lt(orderRefunds.createdAt, until))),
    db
      .select({
        orderId: payments.orderId,
        cents: sql<number>`${payments.amountCents} - ${payments.refundedCents}`,
      })
      .from(payments)
      .where(and(inArray(payments.orderId, ids), eq(payments.disputeState, 'lost'))),
    db
      .select({
        orderId: agentStatementLines.orderId,
        cents: sql<number>`sum(${agentStatementLines.amountCents})::int`,
      })
      .from(agentStatementLines)
      .where(inArray(agentStatementLines.orderId, ids))
      .groupBy(agentStatementLines.orderId),
  ])
  const agentIds = [...new Set(sold.flatMap(({ agentId }) => agentId ?? []))]
  const terms = await db
    .select()
    .from(agentTerms)
    .where(inArray(agentTerms.agentId, agentIds.length > 0 ? agentIds : [0]))
  const of = <Row extends { orderId: number }>(rows: readonly Row[], id: number) =>
    rows.filter(({ orderId }) => orderId === id)
  const sum = (rows: readonly { cents: number }[]) => rows.reduce((all, { cents }) => all + cents, 0)
  return new Map(
    sold.map((order) => {
      const base = findCommissionBase({
        lines: of(lines, order.id),
        usedGifts: of(gifts, order.id),
        refunds: of(given, order.id),
        lostCents: sum(of(lost, order.id)),
      })
      const rateBps = order.completedAt
        ? findRate(
            terms.filter(({ agentId }) => agentId === order.agentId),
            { paidOn: toLocalDate(order.completedAt, order.zone), hasOwnPrice: order.ownPrice !== null },
          )
        : 0
      const commissionCents = findCommission(base, rateBps)
      const statedCents = sum(of(stated, order.id))
      return [order.id, { orderId: order.id, rateBps, ...base, commissionCents, statedCents }]
    }),
  )
}
