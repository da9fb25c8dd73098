import { and, count, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { type MemberPriceUse } from '#contract/member-price-use.ts'
import { type Db } from '../db/client.ts'
import { memberPriceUses, plans, subscriptions } from '../db/schema/memberships.ts'
import { orderLines, orders } from '../db/schema/orders.ts'
import { toDollars } from '../rules/money/money.ts'
import { type ListPage } from '../http/list-page.ts'
import { isSettled } from './member-price-uses.ts'
import { presentEmail } from '../store/walk-in-email.ts'

/**
 * Paid orders with the members' price whose membership is not paid, the newest first. Two queries.
 */
export async function listMemberPriceUses(
  db: Db,
  page: ListPage,
): Promise<{ rows: MemberPriceUse[]; totalCount: number }> {
  const open = and(
    inArray(orders.status, ['completed', 'partially_paid', 'partially_refunded']),
    not(isSettled(db)),
  )
  const rows = await db
    .select({
      order: { id: orders.id, email: orders.email, totalCents: orders.totalCents },
      createdAt: memberPriceUses.createdAt,
      planName: plans.name,
      status: subscriptions.status,
      savedCents: savedCents(),
      sameCard: sameCardOrders(),
    })
    .from(memberPriceUses)
    .innerJoin(orders, eq(orders.id, memberPriceUses.orderId))
    .innerJoin(plans, eq(plans.id, orders.membershipPlanId))
    .leftJoin(subscriptions, eq(subscriptions.orderId, orders.id))
    .where(open)
    .orderBy(desc(memberPriceUses.createdAt), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset)
  const [counted] = await db
    .select({ n: count() })
    .from(memberPriceUses)
    .innerJoin(orders, eq(orders.id, memberPriceUses.orderId))
    .where(open)
  return { rows: rows.map(presentMemberPriceUse), totalCount: counted?.n ?? 0 }
}

const savedCents = (): SQL<number> =>
  sql`(select coalesce(-sum(${orderLines.amountCents}), 0) from ${orderLines}
    where ${orderLines.orderId} = ${orders.id} and ${orderLines.kind} = 'discount')`.mapWith(Number)

const sameCardOrders = (): SQL<number[]> =>
  sql`(select coalesce(array_agg(other.order_id order by other.order_id), '{}')
    from member_price_uses other where other.card_key = ${memberPriceUses.cardKey}
    and other.order_id <> ${memberPriceUses.orderId})`

interface Found {
  order: { id: number; email: string; totalCents: number }
  createdAt: Date
  planName: string
  status: MemberPriceUse['membership_status']
  savedCents: number
  sameCard: number[]
}

const presentMemberPriceUse = ({
  order,
  createdAt,
  planName,
  status,
  savedCents: saved,
  sameCard,
}: Found): MemberPriceUse => ({
  order_id: order.id,
  number: `O-${String(order.id)}`,
  email: presentEmail(order.email),
  plan_name: planName,
  saved: toDollars(saved),
  total: toDollars(order.totalCents),
  created_at: createdAt.toISOString(),
  membership_status: status,
  same_card_order_ids: sameCard,
})
