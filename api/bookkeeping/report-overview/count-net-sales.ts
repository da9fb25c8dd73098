import { type RawQuery } from '../../db/client.ts'
import { BALANCE_ACCOUNTS } from '../rules/report-account.ts'
import { campaignOf } from '../reports/count-sales.ts'
import { instantsOf, type ReportSpan } from '../reports/report-span.ts'

/** Net sales and refunds of a span in cents: all of them, and by day, channel and first campaign. */
export interface NetSales {
  net: number
  refunds: number
  days: ReadonlyMap<string, number>
  channels: NamedSums
  campaigns: NamedSums
}
export type NamedSums = ReadonlyMap<string, { label: string; cents: number }>

/** What belongs to no order has one row, except memberships. */
const WITHOUT_ORDER = { key: `'other'`, label: `'Without an order'` }
const membershipOr = (kind: 'key' | 'label') =>
  `case t.kind when 'membership' then ${kind === 'key' ? `'membership'` : `'Memberships'`}
    else ${WITHOUT_ORDER[kind]} end`

/**
 * Reads the ledger once; what an order has on a day is summed up before its channel and campaign are
 * looked up. Only entries of result accounts count.
 */
const STATEMENT = `
  select case when grouping(day) = 0 then 'day' when grouping(channel) = 0 then 'channel'
      when grouping(campaign) = 0 then 'campaign' else 'all' end as part,
    coalesce(day, channel, case when grouping(campaign) = 0 then coalesce(campaign, 'none') end, '') as key,
    case when grouping(channel) = 0 then max(channel_label)
      else coalesce(campaign, 'None known') end as label,
    sum(net) as net, sum(refunds) as refunds
  from (
    select to_char(t.day, 'YYYY-MM-DD') as day,
      coalesce(o.channel, ${membershipOr('key')}) as channel,
      coalesce(initcap(o.channel), ${membershipOr('label')}) as channel_label,
      ${campaignOf('first')} as campaign,
      t.net, t.refunds
    from (
      select t.order_id, (t.at at time zone $3)::date as day,
        case when t.order_id is null then t.kind end as kind,
        sum(-e.amount_cents) as net,
        coalesce(sum(e.amount_cents) filter (where e.account in ('refunds', 'disputes')), 0) as refunds
      from ledger_transactions t
      cross join lateral (
        select account, amount_cents from ledger_entries where transaction_id = t.id offset 0) e
      where t.at >= $1 and t.at < $2 and e.account <> all($4::text[])
      group by 1, 2, 3) t
    left join lateral (select brand_id, channel, tag_list from orders
      where id = t.order_id offset 0) o on true
    where $5::int is null or o.brand_id = $5) each
  group by grouping sets ((), (day), (channel), (campaign))`

/** @param brandId only the orders of this brand; null for everything that was sold */
export async function countNetSales(
  query: RawQuery,
  span: ReportSpan,
  brandId: number | null,
): Promise<NetSales> {
  const values = [...instantsOf(span), span.timezone, [...BALANCE_ACCOUNTS], brandId]
  const { rows } = await query(STATEMENT, values)
  const found = rows.map((row) => ({
    part: String(row['part']),
    key: String(row['key']),
    label: String(row['label'] ?? ''),
    cents: Number(row['net'] ?? 0),
    refunds: Number(row['refunds'] ?? 0),
  }))
  const all = found.find(({ part }) => part === 'all')
  const named = (name: string): NamedSums =>
    new Map(found.filter(({ part }) => part === name).map(({ key, label, cents }) => [key, { label, cents }]))
  return {
    net: all?.cents ?? 0,
    refunds: all?.refunds ?? 0,
    days: new Map(found.filter(({ part }) => part === 'day').map(({ key, cents }) => [key, cents])),
    channels: named('channel'),
    campaigns: named('campaign'),
  }
}
