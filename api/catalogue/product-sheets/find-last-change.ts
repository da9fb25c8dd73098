import { sql } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'
import { auditLog } from '../../db/schema/audit.ts'
import { users } from '../../db/schema/people.ts'
import { rawStatement } from '../../db/statement.ts'

// The newest entry of each row is one step in the index; a plain "or" would read the whole log.
const selectLast = rawStatement<
  { productId: number; departureIds: number[] },
  { at: Date | string; by: string }
>(sql`
  select a.at, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as by
  from (
    select 'products' as resource, ${sql.placeholder('productId')}::int as id
    union all
    select 'departures', id from unnest(${sql.placeholder('departureIds')}::int[]) d(id)
  ) what
  cross join lateral (select id, at, user_id from ${auditLog} where resource = what.resource
    and resource_id = what.id order by id desc limit 1) a
  join ${users} u on u.id = a.user_id
  order by a.id desc limit 1`)

/** When a product or one of its departures was last changed, and by whom; null if nobody did. */
export async function findLastChange(
  db: Db,
  productId: number,
  departureIds: number[],
): Promise<{ at: string; by: string } | null> {
  const [last] = await selectLast(db, { productId, departureIds })
  return last ? { at: new Date(last.at).toISOString(), by: last.by } : null
}
