import { type ReportSource } from './report-source.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

/** The name of a line's type stands behind its number: `2 × Child`. */
const TYPE = `case when l.rule like 'passenger_type%' then regexp_replace(l.label, '^[0-9]+ × ', '')
  else 'Adult' end`
const KEYS = {
  passenger_type: { key: TYPE, label: TYPE },
  product: { key: 'o.product_id::text', label: 'p.name' },
} as const
export type PeopleGroup = keyof typeof KEYS

/**
 * The passengers of single seats that were sold, by the day of their sale, and what their seats cost
 * before codes, without second seats. Cents and numbers of people. A row is an order.
 */
export const peopleSource = (span: ReportSpan, by: PeopleGroup): ReportSource => ({
  from: `orders o
      join order_lines l on l.order_id = o.id and l.kind = 'seat' and l.order_change_id is null
        and l.rule not like 'second_seat%'
      join products p on p.id = o.product_id
      where o.completed_at >= $1 and o.completed_at < $2 and $3::text is not null`,
  values: [...instantsOf(span), span.timezone],
  ...KEYS[by],
  figures: {
    gross: 'sum(l.amount_cents)',
    people: 'sum(l.quantity)',
    typed: `sum(l.quantity) filter (where l.rule like 'passenger_type%')`,
  },
  order: 'largest',
  row: { id: 'o.id', at: 'o.completed_at', timezone: '$3::text', text: 'p.name', orderId: 'o.id' },
})
