import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import { type Customer, type CustomerEvent } from '#contract/customer.ts'
import { type Db } from '../../db/client.ts'
import { auditLog } from '../../db/schema/audit.ts'
import { comments } from '../../db/schema/comments.ts'
import { orders } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/people.ts'
import { credits } from '../../db/schema/tenders.ts'
import { toDollars } from '../../rules/money/money.ts'
import { tellCustomerHistory } from '../rules/tell-customer-history.ts'
import { nameByEmail } from '../../store/walk-in-email.ts'

/** How many of the newest rows of each kind are told. */
const TOLD = 20

/** What happened to a customer, with the names of the staff who did it. It runs five queries. */
export async function readCustomerHistory(
  db: Db,
  user: { id: number; createdAt: Date },
  mails: Customer['mails'],
): Promise<CustomerEvent[]> {
  const isOwn = and(eq(orders.userId, user.id), isNull(orders.supersededById))
  const [placed, granted, merges] = await Promise.all([
    db
      .select({ id: orders.id, at: orders.createdAt, channel: orders.channel, cents: orders.totalCents })
      .from(orders)
      .where(isOwn)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(TOLD),
    db
      .select()
      .from(credits)
      .where(eq(credits.userId, user.id))
      .orderBy(desc(credits.createdAt), desc(credits.id))
      .limit(TOLD),
    db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.resource, 'customer_merges'), eq(auditLog.resourceId, user.id)))
      .orderBy(desc(auditLog.id))
      .limit(TOLD),
  ])
  const ids = placed.map(({ id }) => id)
  const onCustomer = and(eq(comments.commentableType, 'customer'), eq(comments.commentableId, user.id))
  const onOrders = and(eq(comments.commentableType, 'order'), inArray(comments.commentableId, ids))
  const notes = await db
    .select()
    .from(comments)
    .where(ids.length === 0 ? onCustomer : or(onCustomer, onOrders))
    .orderBy(desc(comments.id))
    .limit(TOLD)
  const mergedIds = merges.flatMap(({ after }) => {
    const id = after?.['merged_id']
    return typeof id === 'number' ? [id] : []
  })
  const people = await readPeople(db, [
    ...notes.map(({ authorId }) => authorId),
    ...granted.flatMap(({ givenBy }) => givenBy ?? []),
    ...merges.map(({ userId }) => userId),
    ...mergedIds,
  ])
  return tellCustomerHistory({
    createdAt: user.createdAt.toISOString(),
    orders: placed.map(({ id, at, channel, cents }) => ({
      ...{ at: at.toISOString(), number: `O-${String(id)}`, channel },
      total: toDollars(cents),
    })),
    comments: notes.map(({ id, createdAt, commentableType, commentableId, body, authorId }) => ({
      ...{ id, at: createdAt.toISOString(), body, authorId },
      orderNumber: commentableType === 'order' ? `O-${String(commentableId)}` : null,
    })),
    credits: granted.map(({ createdAt, amountCents, reason, givenBy }) => ({
      ...{ at: createdAt.toISOString(), amount: toDollars(amountCents), reason, givenBy },
    })),
    merges: merges.map(({ at, userId, after }) => ({
      ...{ at: at.toISOString(), userId },
      email: people.get(Number(after?.['merged_id']))?.email,
    })),
    mails: mails.map(({ created_at: at, kind, to, state }) => ({ at, kind, to, state })),
    staff: new Map([...people].map(([id, { name }]) => [id, name])),
  })
}

async function readPeople(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { name: string; email: string }>()
  const rows = await db
    .select({ id: users.id, first: users.firstName, last: users.lastName, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(
    rows.map(({ id, first, last, email }) => [
      id,
      { name: [first, last].filter(Boolean).join(' ') || nameByEmail(email), email: nameByEmail(email) },
    ]),
  )
}
