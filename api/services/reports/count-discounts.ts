import { type RawQuery } from '../../db/client.ts'
import { type CountedRow } from '../../domain/reports/counted-row.ts'
import { countedRows } from './counted-rows.ts'
import { instantsOf, type ReportSpan } from './span.ts'

const KEYS = {
  code: `case e.account when 'credit:granted' then 'Credit given: ' || coalesce(c.credit_type, 'other')
    when 'vouchers:granted' then 'Voucher given: ' || coalesce(v.reason_type, 'other')
    else coalesce(l.label, 'Discount') end`,
  day: `to_char(t.at at time zone $3, 'YYYY-MM-DD')`,
} as const
export type DiscountGroup = keyof typeof KEYS

/** What was taken off prices and given as credit or vouchers: `discounts`, `credit:granted`, `vouchers:granted`. Cents. */
export async function countDiscounts(
  query: RawQuery,
  span: ReportSpan,
  by: DiscountGroup,
): Promise<CountedRow[]> {
  const { rows } = await query(
    `select ${KEYS[by]} as key, ${KEYS[by]} as label, sum(e.amount_cents) as given, count(*) as uses
      from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id
      left join lateral (
        select label from order_lines
        where order_id = t.order_id and kind = 'discount' order by position limit 1) l on true
      left join credits c on e.account = 'credit:granted'
        and c.id = case when t.event_key ~ '^credit:[0-9]+$' then substring(t.event_key from 8)::int end
      left join vouchers v on e.account = 'vouchers:granted'
        and v.id = case when t.event_key ~ '^voucher:[0-9]+$' then substring(t.event_key from 9)::int end
      where t.at >= $1 and t.at < $2 and $3::text is not null
        and e.account in ('discounts', 'credit:granted', 'vouchers:granted') and t.kind <> 'opened'
      group by 1
      order by ${by === 'day' ? '1' : '3 desc, 1'}`,
    [...instantsOf(span), span.timezone],
  )
  return countedRows(rows)
}
