import { and, asc, eq, gt, inArray, or, sql, sum } from 'drizzle-orm'
import { type Erasure } from '#contract/account.ts'
import { type DbOrTx } from '../db/client.ts'
import { plans, subscriptions } from '../db/schema/memberships.ts'
import { paymentAttempts } from '../db/schema/money.ts'
import { orderItemFlights, orderItemSeats, orders } from '../db/schema/orders.ts'
import { userRoles } from '../db/schema/people.ts'
import { giftCards, vouchers } from '../db/schema/tenders.ts'
import { CURRENT_STATUSES } from '../memberships/rules/membership-states.ts'
import { toDollars } from '../rules/money/money.ts'
import { type SignedInCaller } from '../http/http.ts'
import { readPayer } from '../gifts/read-payer.ts'
import { readCredit } from '../tenders/read-credit.ts'

const PAID = ['completed', 'partially_paid', 'partially_refunded'] as const
const UNDER_WAY = ['created', 'open'] as const

const NOTHING = {
  flights_ahead: [],
  payment_under_way: false,
  credit: 0,
  vouchers: 0,
  gift_cards: 0,
  memberships: [],
}

/** What prevents the erasure of an account, and what would be lost with it. */
export async function loadErasure(db: DbOrTx, caller: SignedInCaller, now: Date): Promise<Erasure> {
  const { userId, emailProven } = caller
  const roles = await db.select().from(userRoles).where(eq(userRoles.userId, userId)).limit(1)
  const staff = roles.length > 0
  // Guest orders with an unproven address may belong to somebody else, so nothing of them is shown.
  if (!emailProven) return { ...NOTHING, staff, email_proven: false }
  const open = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.userId, userId), inArray(paymentAttempts.state, [...UNDER_WAY])))
    .limit(1)
  const standing = await db
    .select({ name: plans.name })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.status, [...CURRENT_STATUSES])))
  return {
    flights_ahead: await findFlightsAhead(db, userId, now),
    payment_under_way: open.length > 0,
    staff,
    email_proven: true,
    ...(await readValue(db, caller, now)),
    memberships: standing.map(({ name }) => name),
  }
}

/** Flights that are paid and still ahead, for which the crew needs the passengers' data. */
async function findFlightsAhead(db: DbOrTx, userId: number, now: Date): Promise<Erasure['flights_ahead']> {
  const ahead = (item: typeof orderItemSeats | typeof orderItemFlights) =>
    db
      .select({ id: orders.id, departAt: item.departAt })
      .from(item)
      .innerJoin(orders, eq(orders.id, item.orderId))
      .where(and(eq(orders.userId, userId), inArray(orders.status, [...PAID]), gt(item.departAt, now)))
      .orderBy(asc(item.departAt))
  const rows = [...(await ahead(orderItemSeats)), ...(await ahead(orderItemFlights))]
  const once = new Map(rows.map((row) => [`${String(row.id)} ${row.departAt.toISOString()}`, row]))
  return [...once.values()].map(({ id, departAt }) => ({
    order_id: id,
    number: `O-${String(id)}`,
    depart_at: departAt.toISOString(),
  }))
}

/**
 * The present value of the account's gift cards, vouchers and credit. What was given away belongs
 * to its recipient.
 */
async function readValue(db: DbOrTx, caller: SignedInCaller, now: Date) {
  const { userId } = caller
  const { provenEmail } = await readPayer(db, caller)
  const kept = (
    table: typeof giftCards | typeof vouchers,
    owner: typeof giftCards.purchaserId | typeof vouchers.userId,
  ) =>
    and(
      or(
        and(eq(owner, userId), sql`${table.lastEmailedTo} is null`),
        provenEmail === null ? undefined : sql`lower(${table.lastEmailedTo}) = ${provenEmail}`,
      ),
      eq(table.state, 'available'),
      gt(table.expiresAt, now),
    )
  const [paper] = await db
    .select({ cents: sum(vouchers.balanceCents).mapWith(Number) })
    .from(vouchers)
    .where(kept(vouchers, vouchers.userId))
  return {
    credit: toDollars(await readCredit(db, userId)),
    vouchers: toDollars(paper?.cents ?? 0),
    gift_cards: await db.$count(giftCards, kept(giftCards, giftCards.purchaserId)),
  }
}
