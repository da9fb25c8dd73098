import { personName } from './person-name.ts'
import { type ReportSource } from './report-source.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

const DAY = `to_char(r.created_at at time zone $3, 'YYYY-MM-DD')`
const KEYS = {
  person: {
    key: `case when r.origin = 'staff' then 'staff ' || u.id else r.origin end`,
    label: `case r.origin when 'staff' then ${personName('u')} when 'owner' then 'Guests themselves'
      when 'claim' then 'Departures called off' else 'On the provider’s own pages' end`,
  },
  product: { key: 'o.product_id::text', label: 'p.name' },
  day: { key: DAY, label: DAY },
} as const
export type RefundGroup = keyof typeof KEYS

/**
 * What was given back of sold orders, by whom: members of staff, the guests themselves, departures
 * that were called off, and the provider's own pages. Cents, by the day on which it was decided. A row
 * is one refund.
 */
export const refundsSource = (span: ReportSpan, by: RefundGroup): ReportSource => ({
  from: `order_refunds r
      join orders o on o.id = r.order_id
      join products p on p.id = o.product_id
      left join users u on r.origin = 'staff' and u.id = substring(r.actor from '^user:([0-9]+)$')::int
      where r.created_at >= $1 and r.created_at < $2 and $3::text is not null`,
  values: [...instantsOf(span), span.timezone],
  ...KEYS[by],
  figures: {
    back: 'sum(r.amount_cents)',
    money: 'sum(r.amount_cents) filter (where r.voucher_id is null)',
    vouchers: 'sum(r.amount_cents) filter (where r.voucher_id is not null)',
    acts: 'count(*)',
  },
  order: by === 'day' ? 'key' : 'largest',
  row: { id: 'r.id', at: 'r.created_at', timezone: '$3::text', text: 'r.reason', orderId: 'r.order_id' },
})
