import { type RawQuery } from '../../db/client.ts'
import { BALANCE_ACCOUNTS } from '../rules/report-account.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { countedRows } from './counted-rows.ts'
import { ENTRIES } from './ledger-entries.ts'
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
  return touch === 'first' ? `coalesce(${value('first_')}, ${value('')})` : value('')
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
    key: `coalesce(o.product_id::text, t.kind)`,
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
} as const
export type SalesGroup = keyof typeof KEYS

const sold = (accounts: string) => `sum(-e.amount_cents) filter (where e.account in (${accounts}))`
const NAMED =
  `'sales:flights', 'sales:upgrades', 'fees', 'fees:reschedule', 'tax', 'discounts', ` +
  `'refunds', 'disputes'`

/**
 * The result of sales: every entry of an account that is neither money, nor owed, nor given away,
 * once; `net` is their sum. Gift cards sold are owed, so they have a separate column. Cents.
 */
export async function countSales(query: RawQuery, span: ReportSpan, by: SalesGroup): Promise<CountedRow[]> {
  const { key, label } = KEYS[by]
  const result = `e.account <> all($4::text[])`
  const { rows } = await query(
    `select ${key} as key, max(${label}) as label,
        sum(-e.amount_cents) filter (where ${result}) as net,
        count(distinct t.id) filter (where t.kind in ('sale', 'membership')) as sales,
        ${sold(`'sales:flights'`)} as flights,
        ${sold(`'sales:upgrades'`)} as upgrades,
        ${sold(`'fees', 'fees:reschedule'`)} as fees,
        ${sold(`'tax'`)} as tax,
        ${sold(`'discounts'`)} as discounts,
        ${sold(`'refunds', 'disputes'`)} as back,
        sum(-e.amount_cents) filter (where ${result} and e.account not in (${NAMED})) as other,
        sum(-e.amount_cents) filter (where t.kind in ('sale', 'issued') and e.account = 'gifts'
          and e.amount_cents < 0) as gifts
      from ledger_transactions t
      ${ENTRIES}
      left join lateral (select product_id, brand_id, channel, tag_list from orders
        where id = t.order_id offset 0) o on true
      left join products p on p.id = o.product_id
      left join brands b on b.id = o.brand_id
      where t.at >= $1 and t.at < $2 and $3::text is not null
      group by 1
      having bool_or(${result} or (t.kind in ('sale', 'issued') and e.account = 'gifts'))
      order by ${by === 'day' ? '1' : '3 desc nulls last, 1'}`,
    [...instantsOf(span), span.timezone, [...BALANCE_ACCOUNTS]],
  )
  return countedRows(rows)
}
