import { and, eq, inArray } from 'drizzle-orm'
import { type Credit } from '#contract/credit.ts'
import { type Db } from '../db/client.ts'
import { credits } from '../db/schema/tenders.ts'
import { toDollars } from '../rules/money/money.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { buildOrderBy, type SortColumns, sortNames } from '../http/sort-rows.ts'

const columns = {
  id: credits.id,
  user_id: credits.userId,
  amount: credits.amountCents,
  credit_type: credits.creditType,
  reason: credits.reason,
  order_id: credits.orderId,
  created_at: credits.createdAt,
} satisfies SortColumns
export const creditSorts = sortNames(columns)

/** The credits to list; `userId` null for nobody's. */
export interface CreditQuery {
  userId: number | null | undefined
  ids?: readonly number[] | undefined
}

/** Credit that was granted or taken back, newest first. The caller checks who may see whose. */
export async function listCredits(
  db: Db,
  { userId, ids }: CreditQuery,
  page: ListPage,
): Promise<{ rows: Credit[]; totalCount: number }> {
  if (userId === null) return { rows: [], totalCount: 0 }
  const where = and(
    idsCondition(credits.id, page),
    userId === undefined ? undefined : eq(credits.userId, userId),
    ids === undefined ? undefined : inArray(credits.id, [...ids]),
  )
  const rows = await db
    .select()
    .from(credits)
    .where(where)
    .orderBy(...buildOrderBy(page, columns, credits.id, credits.createdAt))
    .limit(page.limit)
    .offset(page.offset)
  return { rows: rows.map(presentCredit), totalCount: await db.$count(credits, where) }
}

export const presentCredit = (row: typeof credits.$inferSelect): Credit => ({
  id: row.id,
  user_id: row.userId,
  amount: toDollars(row.amountCents),
  credit_type: row.creditType,
  reason: row.reason,
  order_id: row.orderId,
  created_at: row.createdAt.toISOString(),
})
