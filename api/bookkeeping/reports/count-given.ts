import { type RawQuery } from '../../db/client.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { countedRows } from './counted-rows.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

/** Read for each row of the result, which are few. */
const NAME = `(select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email)
        from users u where u.id = given.key::int)`

const KEYS = {
  person: { key: 'g.person::text', label: NAME, order: 'given.given desc, given.key' },
  day: { key: `to_char(g.at at time zone $3, 'YYYY-MM-DD')`, label: 'given.key', order: 'given.key' },
} as const
export type GivenGroup = keyof typeof KEYS

/** A refund as a voucher is counted as its voucher. */
const ACTS = `
  select substring(actor from 6)::int as person, created_at as at,
      case when voucher_id is null then 'refunds' else 'vouchers' end as what, amount_cents as cents
    from order_refunds
    where origin = 'staff' and actor like 'user:%' and created_at >= $1 and created_at < $2
  union all
  select a.user_id, a.at, 'vouchers', v.value_cents
    from audit_log a join vouchers v on v.id = a.resource_id
    where a.resource = 'vouchers' and a.action = 'create' and a.at >= $1 and a.at < $2
  union all
  select given_by, created_at, 'credit', amount_cents
    from credits where given_by is not null and created_at >= $1 and created_at < $2
  union all
  select substring(actor from 6)::int, settled_at, 'waived', waived_cents
    from order_changes
    where waived_cents > 0 and state = 'completed' and actor like 'user:%'
      and settled_at >= $1 and settled_at < $2
  union all
  select p.set_by, o.completed_at, 'prices', (p.list_price_cents - p.unit_price_cents) * p.units
    from orders o join staff_prices p on p.order_id = o.id
    where p.list_price_cents > p.unit_price_cents and o.completed_at >= $1 and o.completed_at < $2`

const KINDS = ['refunds', 'vouchers', 'credit', 'waived', 'prices']
const SUMS = KINDS.map((what) => `coalesce(sum(g.cents) filter (where g.what = '${what}'), 0) as ${what}`)
/**
 * What each member of staff gave, or what all of them gave on each day: refunds in money, vouchers,
 * credit (less what they took back), waived fees, and what lower prices of theirs took off. Cents.
 */
export async function countGiven(query: RawQuery, span: ReportSpan, by: GivenGroup): Promise<CountedRow[]> {
  const { key, label, order } = KEYS[by]
  const { rows } = await query(
    `select given.*, ${label} as label
      from (
        select ${key} as key, sum(g.cents) as given, ${SUMS.join(', ')}, count(*) as acts
        from (${ACTS}) g where $3::text is not null group by 1) given
      order by ${order}`,
    [...instantsOf(span), span.timezone],
  )
  return countedRows(rows)
}
