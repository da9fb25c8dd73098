import { and, asc, eq, gte, or, sql } from 'drizzle-orm'
import { type OrderFile } from '#contract/order-file.ts'
import { type Db } from '../db/client.ts'
import { approvals } from '../db/schema/approvals.ts'
import { auditLog } from '../db/schema/audit.ts'
import { comments } from '../db/schema/comments.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { statement } from '../db/statement.ts'
import { toDollars } from '../rules/money/money.ts'
import { presentDetails } from '../passengers/passenger-details.ts'
import { readSignatures } from '../passengers/read-signatures.ts'
import { presentOrderRefund } from '../payments/refunds/present-refund.ts'
import { type OrderParts } from '../tenders/find-order-parts.ts'
import { presentTenders } from '../tenders/present-tenders.ts'
import { findSetPrice } from '../store/orders/staff-price.ts'
import { isWalkInEmail, nameByEmail } from '../store/walk-in-email.ts'
import { tellOrderHistory } from './rules/tell-order-history.ts'

type Told = Pick<OrderFile, 'history' | 'customer'> & {
  passengers: Omit<OrderFile['passengers'][number], 'picked_at' | 'link'>[]
}

/**
 * What happened to an order with the names of the staff who did it, its passengers without their
 * weights, and its customer. It runs six queries, and one more where staff set the price.
 */
export async function readOrderHistory(db: Db, parts: OrderParts, mails: OrderFile['mails']): Promise<Told> {
  const { order, passengers } = parts
  const passengerIds = passengers.map(({ id }) => id)
  const [notes, audited, signed, orderCount, approved, price] = await Promise.all([
    selectNotes(db, { orderId: order.id }),
    selectAudited(db, { orderId: order.id, passengerIds }),
    passengerIds.length > 0 ? readSignatures(db, passengerIds) : Promise.resolve([]),
    db.$count(orders, eq(orders.userId, order.userId)),
    selectApprovedActs(db, { orderId: order.id }),
    hasStaffPrice(order) ? findSetPrice(db, order.id) : undefined,
  ])
  const actors = [...parts.events, ...parts.givenBack].flatMap(({ actor }) => {
    const id = /^user:(\d+)$/.exec(actor)?.[1]
    return id === undefined ? [] : [Number(id)]
  })
  const people = [
    ...actors,
    ...notes.map(({ authorId }) => authorId),
    ...audited.map(({ userId }) => userId),
    ...(price ? [price.setBy] : []),
    ...approved.flatMap(({ askedBy, approvedBy }) => [askedBy, approvedBy]),
  ]
  const named = await readNames(db, [order.userId, ...people])
  const holding = signed.filter(({ holds }) => holds)
  const signedAt = new Map(holding.map((row) => [row.passengerId, row.signedAt.toISOString()]))
  const customer = named.get(order.userId) ?? ''
  named.delete(order.userId)
  return {
    history: tellOrderHistory({
      events: parts.events.map((event) => ({ ...event, at: event.at.toISOString() })),
      tenders: presentTenders(parts),
      refunds: parts.givenBack.map((row) => ({
        ...presentOrderRefund(row, parts),
        reason: row.reason,
        actor: row.actor,
      })),
      comments: notes.map((note) => ({ ...note, at: note.createdAt.toISOString() })),
      mails: mails.map(({ kind, to, state, created_at, sent_at }) => ({
        ...{ kind, to, state },
        at: sent_at ?? created_at,
      })),
      changes: audited.map((row) => ({ ...row, at: row.at.toISOString() })),
      waivers: signed.map((row) => ({
        at: row.signedAt.toISOString(),
        name: passengers.find(({ id }) => id === row.passengerId)?.fullName ?? '',
      })),
      passengers,
      staff: named,
      withoutEmailAt: isWalkInEmail(order.email) ? order.createdAt.toISOString() : undefined,
      approved: approved.map((act) => ({ ...act, at: act.at.toISOString() })),
      staffPrice: price && {
        at: price.createdAt.toISOString(),
        setBy: price.setBy,
        unit: order.quantityType,
        amount: toDollars(price.unitPriceCents),
        listPrice: toDollars(price.listPriceCents),
        reason: price.reason,
      },
    }),
    passengers: passengers.map((row) => ({
      id: row.id,
      ...presentDetails(row),
      flight_id: row.flightId,
      weight_given: row.weightLbs !== null,
      waiver_signed_at: signedAt.get(row.id) ?? null,
      boarding: row.boarding,
      boarded_at: row.boardedAt?.toISOString() ?? null,
    })),
    customer: { id: order.userId, name: customer, orders: orderCount },
  }
}

const orderId = sql.placeholder('orderId')

const selectNotes = statement<{ orderId: number }, (typeof comments.$inferSelect)[]>((db) =>
  db
    .select()
    .from(comments)
    .where(and(eq(comments.commentableType, sql`'order'`), eq(comments.commentableId, orderId)))
    .orderBy(asc(comments.id)),
)

/** The changes of an order and of those who fly with it. */
const selectAudited = statement<
  { orderId: number; passengerIds: readonly number[] },
  (typeof auditLog.$inferSelect)[]
>((db) =>
  db
    .select()
    .from(auditLog)
    .where(
      or(
        and(eq(auditLog.resource, sql`'orders'`), eq(auditLog.resourceId, orderId)),
        and(
          eq(auditLog.resource, sql`'passengers'`),
          sql`${auditLog.resourceId} = any(${sql.placeholder('passengerIds')}::int[])`,
        ),
      ),
    )
    .orderBy(asc(auditLog.id)),
)

interface ApprovedAct {
  at: Date
  askedBy: number
  approvedBy: number
}

/** When the approved acts on an order were made: each wrote its audit line under the approval's name. */
const selectApprovedActs = statement<{ orderId: number }, ApprovedAct[]>((db) =>
  db
    .selectDistinct({ at: auditLog.at, askedBy: approvals.askedBy, approvedBy: auditLog.userId })
    .from(approvals)
    .innerJoin(
      auditLog,
      and(
        eq(auditLog.userId, approvals.decidedBy),
        gte(auditLog.at, approvals.askedAt),
        sql`starts_with(${auditLog.requestId}, 'approval-' || ${approvals.id} || '-')`,
      ),
    )
    .where(and(eq(approvals.orderId, orderId), eq(approvals.state, sql`'approved'`))),
)

const hasStaffPrice = ({ pricing }: OrderParts['order']): boolean =>
  pricing !== null && 'staffPriceCents' in pricing.cart

interface PersonRow {
  id: number
  first: string | null
  last: string | null
  email: string
}
const selectPeople = statement<{ userIds: readonly number[] }, PersonRow[]>((db) =>
  db
    .select({ id: users.id, first: users.firstName, last: users.lastName, email: users.email })
    .from(users)
    .where(sql`${users.id} = any(${sql.placeholder('userIds')}::int[])`),
)

/** The names of people by user id; somebody without one is named by the e-mail. */
async function readNames(db: Db, userIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await selectPeople(db, { userIds: [...new Set(userIds)] })
  return new Map(
    rows.map(({ id, first, last, email }) => [
      id,
      [first, last].filter(Boolean).join(' ') || nameByEmail(email),
    ]),
  )
}
