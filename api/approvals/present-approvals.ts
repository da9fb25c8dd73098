import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Approval } from '#contract/approval.ts'
import { type DbOrTx } from '../db/client.ts'
import { approvals } from '../db/schema/approvals.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { type SignedInCaller } from '../http/http.ts'
import { toCents } from '../rules/money/money.ts'
import { getRefundLimit } from '../rules/refunds/refund-limit.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { nameByEmail } from '../store/walk-in-email.ts'

const askers = alias(users, 'askers')
const deciders = alias(users, 'deciders')
const customers = alias(users, 'customers')
/** The account that a call names in its body, such as that of a credit. */
const namedAccount = sql`(select (fields ->> 'user_id')::int
  from jsonb_each(${approvals.body}) body (name, fields)
  where fields ->> 'user_id' ~ '^[1-9][0-9]{0,8}$' limit 1)`

export const approvalSorts = ['id'] as const

/** Lists what was asked for, the oldest first; `open` is what waits for somebody. */
export async function listApprovals(
  db: DbOrTx,
  caller: SignedInCaller,
  { id, open }: { id?: number | undefined; open?: boolean | undefined },
  page: ListPage,
): Promise<{ rows: Approval[]; totalCount: number }> {
  const where = and(
    idsCondition(approvals.id, page),
    id === undefined ? undefined : eq(approvals.id, id),
    open === true ? inArray(approvals.state, ['waiting', 'running']) : undefined,
  )
  const direction = page.sort?.descending ? desc : asc
  const [rows, totalCount] = await Promise.all([
    db
      .select({ approval: approvals, asker: askers, decider: deciders, customer: customers })
      .from(approvals)
      .innerJoin(askers, eq(askers.id, approvals.askedBy))
      .leftJoin(deciders, eq(deciders.id, approvals.decidedBy))
      .leftJoin(orders, eq(orders.id, approvals.orderId))
      .leftJoin(customers, eq(customers.id, sql`coalesce(${namedAccount}, ${orders.userId})`))
      .where(where)
      .orderBy(direction(approvals.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(approvals, where),
  ])
  return {
    rows: rows.map((row) => presentApproval(row, caller)),
    totalCount,
  }
}

interface Found {
  approval: typeof approvals.$inferSelect
  asker: typeof users.$inferSelect
  decider: typeof users.$inferSelect | null
  customer: typeof users.$inferSelect | null
}

function presentApproval({ approval, asker, decider, customer }: Found, caller: SignedInCaller): Approval {
  const gift = readGift(approval.body)
  const { id, method, path, body, orderId, state, askedAt, decidedAt } = approval
  return {
    id,
    method,
    path,
    order_id: orderId,
    customer: customer && presentPerson(customer),
    ...gift,
    body,
    state,
    asked_by: presentPerson(asker),
    asked_at: askedAt.toISOString(),
    decided_by: decider && presentPerson(decider),
    decided_at: decidedAt?.toISOString() ?? null,
    may_decide: asker.id !== caller.userId && isWithinReach(approval, { asker, caller, gift }),
    deciders: isGift(approval) ? 'higher_limit' : 'admins',
  }
}

/** What gives money; the other calls change prices and discounts, which nobody with a limit does alone. */
const isGift = ({ path }: Pick<Found['approval'], 'path'>) =>
  /^\/v1\/(?:refunds|vouchers|credits|prizes|orders$|orders\/\d+\/staff_cancellations)/.test(path)

interface Reach {
  asker: typeof users.$inferSelect
  caller: SignedInCaller
  gift: Pick<Approval, 'amount'>
}

/**
 * Whether an act may be within the limit of the caller. What was given on an order counts for
 * everybody, so a limit that is no higher than that of who asked is too low as well.
 */
function isWithinReach(approval: Found['approval'], { asker, caller, gift }: Reach): boolean {
  const limit = getRefundLimit(caller)
  if (limit === undefined) return true
  if (!isGift(approval)) return false
  const askersLimit = getRefundLimit({ roles: ['staff'], staffLimitCents: asker.staffLimitCents }) ?? 0
  if (approval.orderId !== null && limit <= askersLimit) return false
  return gift.amount === null || toCents(gift.amount) <= limit
}

const presentPerson = ({ id, firstName, lastName, email }: typeof users.$inferSelect) => ({
  id,
  name: [firstName, lastName].filter(Boolean).join(' ') || nameByEmail(email),
})

/** What a call gives and why, under the names that the calls have for it. */
function readGift(body: Record<string, unknown>): Pick<Approval, 'amount' | 'reason'> {
  const inner: unknown = Object.values(body)[0]
  const fields = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
  const find = (names: readonly string[], type: 'number' | 'string') =>
    names.map((name) => fields[name]).find((value) => typeof value === type) ?? null
  return {
    amount: find(['expected_amount', 'amount', 'value', 'staff_price_given'], 'number') as number | null,
    reason: find(['reason', 'reason_description', 'staff_price_reason'], 'string') as string | null,
  }
}
