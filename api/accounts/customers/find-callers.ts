import { presentEmail } from '../../store/walk-in-email.ts'
import { sql } from 'drizzle-orm'
import { MOST_CALLERS, type PhoneCaller } from '#contract/caller.ts'
import { type Db } from '../../db/client.ts'
import { rawStatement } from '../../db/statement.ts'
import { toDollars } from '../../rules/money/money.ts'
import { findCustomerIds } from './find-customers.ts'

/**
 * The customers whom a caller may be, newest first, or the one with this id, with what staff read
 * out to them. A merged account is found as the kept one.
 */
export async function findCallers(
  db: Db,
  asked: { text: string } | { id: number },
  now: Date,
): Promise<{ callers: PhoneCaller[]; more: boolean }> {
  const ids = 'id' in asked ? [asked.id] : await findCustomerIds(db, asked.text.trim().toLowerCase())
  if (ids.length === 0) return { callers: [], more: false }
  const rows = await selectCallers(db, { ids: ids.slice(0, MOST_CALLERS), now })
  return { callers: rows.map(presentCaller), more: ids.length > MOST_CALLERS }
}

interface CallerRow {
  id: number
  email: string
  firstName: string | null
  lastName: string | null
  phone: string | null
  orders: number
  creditCents: number
  lastFlight: { productName: string; departAt: string; timezone: string } | null
  cards: PhoneCaller['cards']
  gifts: { productName: string; count: number }[]
}

const now = sql`${sql.placeholder('now')}::timestamptz`
const selectCallers = rawStatement<{ ids: readonly number[]; now: Date }, CallerRow>(sql`
  select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.phone,
    (select count(*) from orders o where o.user_id = u.id and o.completed_at is not null)::int as orders,
    coalesce((select b.balance_cents from credit_balances b where b.user_id = u.id), 0)::int
      as "creditCents",
    (select json_build_object('productName', p.name, 'departAt', s.depart_at, 'timezone', t.timezone)
      from orders o
      cross join lateral (select h.flight_id from holds h
        where h.order_id = o.id and h.state = 'sold' offset 0) h
      cross join lateral (select f.slot_id from flights f where f.id = h.flight_id offset 0) f
      cross join lateral (select s.depart_at, s.product_id, s.terminal_id from slots s
        where s.id = f.slot_id and s.depart_at < ${now} offset 0) s
      join products p on p.id = s.product_id
      join terminals t on t.id = s.terminal_id
      where o.user_id = u.id
      order by s.depart_at desc limit 1) as "lastFlight",
    coalesce((select json_agg(json_build_object('brand', c.brand, 'last4', c.last4) order by c.id)
      from credit_cards c where c.user_id = u.id and c.removed_at is null), '[]') as cards,
    coalesce((select json_agg(json_build_object('productName', g.name, 'count', g.count) order by g.name)
      from (select p.name, count(*)::int as count from gift_cards c join products p on p.id = c.product_id
        where c.purchaser_id = u.id and c.state = 'available' and c.expires_at > ${now}
        group by p.name) g), '[]') as gifts
  from users u
  where u.id = any(${sql.placeholder('ids')}::int[]) and u.erased_at is null and u.merged_into_id is null
  order by u.id desc`)

const presentCaller = (row: CallerRow): PhoneCaller => ({
  id: row.id,
  email: presentEmail(row.email),
  first_name: row.firstName,
  last_name: row.lastName,
  phone: row.phone,
  orders: row.orders,
  last_flight: row.lastFlight && {
    product_name: row.lastFlight.productName,
    depart_at: new Date(row.lastFlight.departAt).toISOString(),
    timezone: row.lastFlight.timezone,
  },
  credit: toDollars(row.creditCents),
  cards: row.cards,
  gifts: row.gifts.map(({ productName, count }) => ({ product_name: productName, count })),
})
