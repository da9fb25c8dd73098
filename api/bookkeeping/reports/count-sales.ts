import { BALANCE_ACCOUNTS } from '../rules/report-account.ts'
import { ENTRIES, LEDGER_ROW } from './ledger-entries.ts'
import { type ReportSource } from './report-source.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

const DAY = `to_char(t.at at time zone $3, 'YYYY-MM-DD')`
/**
 * The campaign of an order by its tags, as `mail · may`: source and name. Who came first as they
 * came last has no tags for it.
 */
export const campaignOf = (touch: 'first' | 'last') => {
  const value = (prefix: string) =>
    `(select string_agg(substring(tag from '[:=](.*)$'), ' · ' order by tag not like '%utm_source%')
      from unnest(o.tag_list) tag where tag ~ '^${prefix}utm_(source|campaign)[:=]')`
  const found = touch === 'first' ? `coalesce(${value('first_')}, ${value('')})` : value('')
  // Most orders have no tags, and the search for them costs more than the rest of their row.
  return `case when cardinality(o.tag_list) > 0 then ${found} end`
}
const campaignKey = (touch: 'first' | 'last') => {
  const key = `coalesce(${campaignOf(touch)}, case when o.brand_id is null then t.kind else 'none' end)`
  const label = `coalesce(${campaignOf(touch)}, case t.kind when 'membership' then 'Memberships' else
    case when o.brand_id is null then 'Without an order' else 'No campaign' end end)`
  return { key, label }
}

/** What belongs to no order has a row of its own. */
const KEYS = {
  day: { key: DAY, label: DAY },
  product: {
    key: `coalesce(coalesce(m.product_id, o.product_id)::text, t.kind)`,
    label: `coalesce(p.name, case t.kind when 'membership' then 'Memberships' else 'Without an order' end)`,
  },
  brand: {
    key: `coalesce(o.brand_id::text, t.kind)`,
    label: `coalesce(b.name, case t.kind when 'membership' then 'Memberships' else 'Without an order' end)`,
  },
  channel: {
    key: `coalesce(o.channel, t.kind)`,
    label:
      `coalesce(initcap(o.channel), case t.kind when 'membership' then 'Memberships' else ` +
      `'Without an order' end)`,
  },
  first_campaign: campaignKey('first'),
  last_campaign: campaignKey('last'),
  agent: {
    key: `coalesce(o.agent_id::text, case when o.brand_id is null then t.kind else 'none' end)`,
    label: `coalesce((select name from agents where id = o.agent_id),
      case when o.brand_id is null then case t.kind when 'membership' then 'Memberships' else
        'Without an order' end else 'No agent' end)`,
  },
} as const
export type SalesGroup = keyof typeof KEYS

/**
 * The product that a transaction paid a move to. What was sold stays with what it was sold as, so that a
 * move changes no earlier day; what the move costs belongs to the product that the party flies then.
 */
const MOVED_TO = `select (c.wish ->> 'toProductId')::int as product_id from order_changes c
        where c.order_id = t.order_id and c.state = 'completed' and c.wish ? 'toProductId'
          and (t.event_key = 'order_change:' || c.id or exists (
            select from payments y join payment_attempts a on a.id = y.attempt_id
            where a.order_change_id = c.id and t.event_key = 'payment:' || y.id)) offset 0`

const sold = (accounts: string) => `sum(-e.amount_cents) filter (where e.account in (${accounts}))`
const NAMED =
  `'sales:flights', 'sales:upgrades', 'fees', 'fees:reschedule', 'tax', 'discounts', ` +
  `'refunds', 'disputes'`

/**
 * The result of sales: every entry of an account that is neither money, nor owed, nor given away,
 * once; `net` is their sum. Gift cards sold are owed, so they have a separate column. Cents. A row is
 * a transaction of the ledger.
 */
export function salesSource(span: ReportSpan, by: SalesGroup): ReportSource {
  const result = `e.account <> all($4::text[])`
  const isGift = `t.kind in ('sale', 'issued') and e.account = 'gifts'`
  return {
    ...KEYS[by],
    from: `ledger_transactions t
      ${ENTRIES}
      left join lateral (select product_id, brand_id, channel, tag_list, agent_id from orders
        where id = t.order_id offset 0) o on true
      left join lateral (${by === 'product' ? MOVED_TO : 'select null::int as product_id'}) m on true
      left join products p on p.id = coalesce(m.product_id, o.product_id)
      left join brands b on b.id = o.brand_id
      where t.at >= $1 and t.at < $2 and $3::text is not null`,
    values: [...instantsOf(span), span.timezone, [...BALANCE_ACCOUNTS]],
    figures: {
      net: `sum(-e.amount_cents) filter (where ${result})`,
      sales: `count(distinct t.id) filter (where t.kind in ('sale', 'membership'))`,
      flights: sold(`'sales:flights'`),
      upgrades: sold(`'sales:upgrades'`),
      fees: sold(`'fees', 'fees:reschedule'`),
      tax: sold(`'tax'`),
      discounts: sold(`'discounts'`),
      back: sold(`'refunds', 'disputes'`),
      other: `sum(-e.amount_cents) filter (where ${result} and e.account not in (${NAMED}))`,
      gifts: `sum(-e.amount_cents) filter (where ${isGift} and e.amount_cents < 0)`,
    },
    having: `bool_or(${result} or (${isGift}))`,
    order: by === 'day' ? 'key' : 'largest',
    row: LEDGER_ROW,
  }
}
