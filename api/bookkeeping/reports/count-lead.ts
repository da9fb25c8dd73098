import { type ReportSource } from './report-source.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

/** The first number of days of each step, and the step in words. */
const STEPS = [
  [0, 'The same day'],
  [1, 'The day before'],
  [2, '2 or 3 days'],
  [4, '4 to 7 days'],
  [8, '8 to 14 days'],
  [15, '15 to 30 days'],
  [31, '31 to 90 days'],
  [91, 'More than 90 days'],
] as const

/** The last step whose first number of days has been reached. */
const STEP = `lpad((select max(first) from unnest(array[${STEPS.map(([first]) => first).join(', ')}]) first
    where first <= d.days)::text, 2, '0')`
const KEYS = {
  lead: { key: STEP, label: STEP },
  product: { key: 'o.product_id::text', label: 'p.name' },
  channel: { key: 'o.channel', label: 'initcap(o.channel)' },
} as const
export type LeadGroup = keyof typeof KEYS

/**
 * How many days before its first flight an order was paid, by the calendar of that flight's terminal.
 * A flight that was moved counts with the day that it has now. A row is an order.
 */
export const leadSource = (span: ReportSpan, by: LeadGroup): ReportSource => ({
  from: `orders o
      join products p on p.id = o.product_id
      cross join lateral (
        select greatest(0, s.local_date - (o.completed_at at time zone l.timezone)::date) as days
        from (select flight_id, depart_at from order_item_seats where order_id = o.id
          union all select flight_id, depart_at from order_item_flights where order_id = o.id) i
        join flights f on f.id = i.flight_id
        join slots s on s.id = f.slot_id
        join terminals l on l.id = s.terminal_id
        order by i.depart_at limit 1) d
      where o.completed_at >= $1 and o.completed_at < $2 and $3::text is not null`,
  values: [...instantsOf(span), span.timezone],
  ...KEYS[by],
  ...(by === 'lead' ? { nameKey: (key) => STEPS.find(([first]) => first === Number(key))?.[1] ?? key } : {}),
  figures: { sales: 'count(*)', people: 'sum(o.quantity)' },
  order: by === 'lead' ? 'key' : 'largest',
  days: 'd.days',
  row: {
    id: 'o.id',
    at: 'o.completed_at',
    timezone: '$3::text',
    text: `p.name || ', ' || d.days || case d.days when 1 then ' day' else ' days' end || ' ahead'`,
    orderId: 'o.id',
  },
})
