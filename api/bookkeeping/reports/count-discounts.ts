import { ENTRIES, LEDGER_ROW } from './ledger-entries.ts'
import { type ReportSource } from './report-source.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

const KEYS = {
  code: `case e.account when 'credit:granted' then 'Credit given: ' || coalesce(c.credit_type, 'other')
    when 'vouchers:granted' then 'Voucher given: ' || coalesce(v.reason_type, 'other')
    else coalesce(l.label, 'Discount') end`,
  day: `to_char(t.at at time zone $3, 'YYYY-MM-DD')`,
} as const
export type DiscountGroup = keyof typeof KEYS

/**
 * Discounts, and credit and vouchers given away: `discounts`, `credit:granted`, `vouchers:granted`.
 * Cents.
 */
export const discountsSource = (span: ReportSpan, by: DiscountGroup): ReportSource => ({
  from: `ledger_transactions t
      ${ENTRIES}
      left join lateral (
        select label from order_lines
        where order_id = t.order_id and kind = 'discount' order by position limit 1) l on true
      left join lateral (
        select credit_type from credits where e.account = 'credit:granted'
          and id = case when t.event_key ~ '^credit:[0-9]+$' then substring(t.event_key
            from 8)::int end offset 0) c on true
      left join lateral (
        select reason_type from vouchers where e.account = 'vouchers:granted'
          and id = case when t.event_key ~ '^voucher:[0-9]+$' then substring(t.event_key
            from 9)::int end offset 0) v on true
      where t.at >= $1 and t.at < $2 and $3::text is not null
        and e.account in ('discounts', 'credit:granted', 'vouchers:granted') and t.kind <> 'opened'`,
  values: [...instantsOf(span), span.timezone],
  key: KEYS[by],
  label: KEYS[by],
  figures: { given: 'sum(e.amount_cents)', uses: 'count(*)' },
  order: by === 'day' ? 'key' : 'largest',
  row: LEDGER_ROW,
})
