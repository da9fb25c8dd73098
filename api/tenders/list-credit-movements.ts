import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type CreditMovement } from '#contract/credit.ts'
import { type Db } from '../db/client.ts'
import { toDollars } from '../rules/money/money.ts'
import { type ListPage } from '../http/list-page.ts'
import { sortNames } from '../http/sort-rows.ts'

/** The columns under their API names; `created_at` equals `at`. */
const columns = {
  at: sql`at`,
  created_at: sql`at`,
  kind: sql`kind`,
  reason: sql`reason`,
  order_id: sql`order_id`,
  amount: sql`cents`,
  balance: sql`balance`,
}
export const creditMovementSorts = sortNames(columns)

const Rows = z.object({
  rows: z.array(
    z.object({
      at: z.coerce.date(),
      kind: z.enum(['given', 'used', 'returned']),
      reason: z.string().nullable(),
      order_id: z.number().nullable(),
      cents: z.coerce.number(),
      balance: z.coerce.number(),
      total: z.coerce.number(),
    }),
  ),
})

/**
 * The movements of an account's credit, newest first, each with the balance after it: granted or
 * taken back by staff, used or reserved by orders, refunded. The last balance is the account's.
 * @param userId null for nobody's
 */
export async function listCreditMovements(
  db: Db,
  userId: number | null,
  page: ListPage,
): Promise<{ rows: CreditMovement[]; totalCount: number }> {
  if (userId === null) return { rows: [], totalCount: 0 }
  const { sort } = page
  const direction = sort && !sort.descending ? sql`asc` : sql`desc`
  const by = sort && sort.column in columns ? columns[sort.column as keyof typeof columns] : columns.at
  const answer = await db.execute(sql`
    with moves as (
      select created_at as at, 1 as part, id, 'given' as kind, reason, order_id, amount_cents as cents
        from credits where user_id = ${userId}
      union all
      select created_at, 2, id, 'used', null, order_id, -amount_cents from order_tenders
        where user_id = ${userId} and kind = 'credit' and state <> 'released'
      union all
      select r.created_at, 3, r.id, 'returned', null, r.order_id, (r.tenders ->> 'creditCents')::int
        from order_refunds r
        where (r.tenders ->> 'creditCents')::int > 0 and exists (
          select 1 from order_tenders t where t.order_id = r.order_id and t.kind = 'credit'
            and t.user_id = ${userId})
    )
    , summed as (
      select *, sum(cents) over (order by at, part, id) as balance, count(*) over () as total from moves
    )
    select at, kind, reason, order_id, cents, balance, total from summed
      order by ${by} ${direction}, at ${direction}, part ${direction}, id ${direction}
    limit ${page.limit} offset ${page.offset}`)
  const { rows: found } = Rows.parse(answer)
  return {
    rows: found.map(({ at, kind, reason, order_id, cents, balance }) => ({
      at: at.toISOString(),
      kind,
      reason,
      order_id,
      amount: toDollars(cents),
      balance: toDollars(balance),
    })),
    totalCount: found[0]?.total ?? 0,
  }
}
