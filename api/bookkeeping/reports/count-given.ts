import { instantsOf, type ReportSpan } from './report-span.ts'
import { type ReportSource } from './report-source.ts'
import { personName } from './person-name.ts'

const DAY = `to_char(g.at at time zone $3, 'YYYY-MM-DD')`
const KEYS = {
  person: { key: 'g.person::text', label: personName('u') },
  day: { key: DAY, label: DAY },
} as const
export type GivenGroup = keyof typeof KEYS

/** A refund as a voucher is counted as its voucher. A gift card is worth its list price. */
const ACTS = `
  select 'refund ' || id as id, substring(actor from 6)::int as person, created_at as at, order_id,
      case when voucher_id is null then 'refunds' else 'vouchers' end as what, amount_cents as cents
    from order_refunds
    where origin = 'staff' and actor like 'user:%' and created_at >= $1 and created_at < $2
  union all
  select 'voucher ' || v.id, a.user_id, a.at, v.order_id, 'vouchers', v.value_cents
    from audit_log a join vouchers v on v.id = a.resource_id
    where a.resource = 'vouchers' and a.action = 'create' and a.at >= $1 and a.at < $2
  union all
  select 'card ' || c.id, a.user_id, a.at, c.purchaser_order_id, 'cards', c.price_cents
    from audit_log a join gift_cards c on c.id = a.resource_id
    where a.resource = 'gift_cards' and a.action = 'create' and a.at >= $1 and a.at < $2
  union all
  select 'credit ' || id, given_by, created_at, order_id, 'credit', amount_cents
    from credits where given_by is not null and created_at >= $1 and created_at < $2
  union all
  select 'change ' || id, substring(actor from 6)::int, settled_at, order_id, 'waived', waived_cents
    from order_changes
    where waived_cents > 0 and state = 'completed' and actor like 'user:%'
      and settled_at >= $1 and settled_at < $2
  union all
  select 'price ' || o.id, p.set_by, o.completed_at, o.id, 'prices',
      (p.list_price_cents - p.unit_price_cents) * p.units
    from orders o join staff_prices p on p.order_id = o.id
    where p.list_price_cents > p.unit_price_cents and o.completed_at >= $1 and o.completed_at < $2`

const KINDS = {
  refunds: 'Refund',
  vouchers: 'Voucher',
  cards: 'Gift card',
  credit: 'Credit',
  waived: 'Waived fee',
  prices: 'Lower price',
} as const

const sumOf = (what: string) => `sum(g.cents) filter (where g.what = '${what}')`
/**
 * What each member of staff gave, or what all of them gave on each day: refunds in money, vouchers,
 * gift cards, credit (less what they took back), waived fees, and what lower prices of theirs took
 * off. Cents. A row is one act.
 */
export const givenSource = (span: ReportSpan, by: GivenGroup): ReportSource => ({
  // The name is read for each act, of which a report has few.
  from: `(${ACTS}) g left join lateral (select * from users where id = g.person limit 1) u on true
    where $3::text is not null`,
  values: [...instantsOf(span), span.timezone],
  ...KEYS[by],
  figures: {
    given: 'sum(g.cents)',
    ...Object.fromEntries(Object.keys(KINDS).map((what) => [what, sumOf(what)])),
    acts: 'count(*)',
  },
  order: by === 'day' ? 'key' : 'largest',
  row: {
    id: 'g.id',
    at: 'g.at',
    timezone: '$3::text',
    text: 'g.what',
    nameText: (what) => KINDS[what as keyof typeof KINDS],
    orderId: 'g.order_id',
  },
})
