import { isWalkInEmail, presentEmail } from '../../store/walk-in-email.ts'
import { and, desc, eq, inArray, isNull, max, or, type SQL, sql } from 'drizzle-orm'
import { type CustomerSummary } from '#contract/customer.ts'
import { type Db, type DbOrTx } from '../../db/client.ts'
import { orders } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/people.ts'
import { idsCondition, type ListPage } from '../../http/list-page.ts'
import { beginsWith, endsWithDigits, readPhoneDigits } from '../../store/match-text.ts'

/** The most customers in a list; nobody reads more, and the newest are the likeliest. */
const MOST_CUSTOMERS = 200

type UserRow = typeof users.$inferSelect

/**
 * Customers by the beginning of their name or e-mail, by the last digits of their phone or of the
 * phone of an order; the newest without a text. A merged account is found as the kept one. At most
 * 200; each look-up uses an index.
 */
export async function listCustomers(
  db: Db,
  { text, page }: { text: string | undefined; page: ListPage },
): Promise<{ rows: CustomerSummary[]; totalCount: number }> {
  const typed = text?.trim().toLowerCase() ?? ''
  const ids = typed !== '' ? await findCustomerIds(db, typed) : (page.ids ?? (await newest(db)))
  if (ids.length === 0) return { rows: [], totalCount: 0 }
  const where = and(inArray(users.id, [...ids]), idsCondition(users.id, page), isNull(users.erasedAt))
  const [found, totalCount] = await Promise.all([
    db.select().from(users).where(where).orderBy(desc(users.id)).limit(page.limit).offset(page.offset),
    db.$count(users, where),
  ])
  return { rows: await presentCustomers(db, found), totalCount }
}

const kept = sql<number>`coalesce(${users.mergedIntoId}, ${users.id})`

async function newest(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNull(users.mergedIntoId), isNull(users.erasedAt)))
    .orderBy(desc(users.id))
    .limit(MOST_CUSTOMERS)
  return rows.map(({ id }) => id)
}

/** The ids of the customers of a lower-cased text, newest first. */
export async function findCustomerIds(db: Db, text: string): Promise<number[]> {
  const ids = new Set<number>()
  const look = async (where: SQL) => {
    const found = await db
      .select({ id: kept })
      .from(users)
      .where(where)
      .orderBy(desc(users.id))
      .limit(MOST_CUSTOMERS)
    for (const { id } of found) ids.add(id)
  }
  const lookAtOrders = async (where: SQL) => {
    const placed = await db
      .selectDistinct({ id: orders.userId })
      .from(orders)
      .where(where)
      .limit(MOST_CUSTOMERS)
    for (const { id } of placed) ids.add(id)
  }
  const fullName = sql`lower(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, ''))`
  const digits = readPhoneDigits(text)
  const isEmail = /^[^\s@]*[@.\w][^\s]*$/.test(text)
  const isName = /^\p{L}/u.test(text)
  await Promise.all([
    digits !== undefined && look(endsWithDigits(sql`${users.phone}`, digits)),
    digits !== undefined && lookAtOrders(endsWithDigits(sql`${orders.phone}`, digits)),
    isEmail && look(beginsWith(sql`${users.email}`, text)),
    isName && look(beginsWith(fullName, text)),
    isName && look(beginsWith(sql`lower(${users.lastName})`, text)),
  ])
  return [...ids].sort((a, b) => b - a).slice(0, MOST_CUSTOMERS)
}

/**
 * The first passenger of the newest order of the row's customer. The builder names a column of a single
 * table without that table, which inside would mean the inner one.
 */
const firstPassengerOf = sql<string | null>`(
  select p.full_name from orders o join passengers p on p.order_id = o.id
  where o.user_id = orders.user_id and o.superseded_by_id is null and p.full_name <> ''
  order by o.created_at desc, o.id desc, p.position limit 1
)`

/** Customers as lists for staff show them, in two queries. */
export async function presentCustomers(db: DbOrTx, rows: readonly UserRow[]): Promise<CustomerSummary[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const [bought, former] = await Promise.all([
    db
      .select({
        userId: orders.userId,
        count: sql<number>`count(*)::int`,
        last: max(orders.createdAt),
        firstPassenger: firstPassengerOf,
      })
      .from(orders)
      .where(and(inArray(orders.userId, ids), isNull(orders.supersededById)))
      .groupBy(orders.userId),
    db
      .select({ id: users.mergedIntoId, email: users.email })
      .from(users)
      .where(or(...ids.map((id) => eq(users.mergedIntoId, id)))),
  ])
  return rows.map((row) => {
    const its = bought.find(({ userId }) => userId === row.id)
    return {
      id: row.id,
      email: presentEmail(row.email),
      first_name: row.firstName,
      last_name: row.lastName,
      first_passenger: its?.firstPassenger ?? null,
      phone: row.phone,
      email_proven: row.emailProvenAt !== null,
      former_emails: former
        .filter(({ id, email }) => id === row.id && !isWalkInEmail(email))
        .map(({ email }) => email),
      orders: its?.count ?? 0,
      last_order_at: its?.last?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
    }
  })
}
