import { type RawQuery } from '../../db/client.ts'
import { addDays } from '../../rules/time/local-time.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { countedRows } from './counted-rows.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

const KEYS = {
  day: { key: `s.local_date::text`, label: `s.local_date::text` },
  product: { key: `s.product_id::text`, label: `p.name` },
} as const
export type FlightGroup = keyof typeof KEYS

/**
 * Seats of flights with passengers, by the calendar day of their terminal. Cancelled departures are
 * excluded; an aircraft that was bought whole counts with all its seats.
 */
export async function countFlights(
  query: RawQuery,
  span: ReportSpan,
  by: FlightGroup,
  now: Date,
): Promise<CountedRow[]> {
  const { key, label } = KEYS[by]
  // Terminals may be in other time zones than the shop: one day more on either side covers them.
  const [first, last] = instantsOf({ ...span, from: addDays(span.from, -1), to: addDays(span.to, 1) })
  const { rows } = await query(
    `select ${key} as key, max(${label}) as label,
        sum(f.seats_sold) as sold,
        coalesce(sum(f.seats_sold) filter (where f.depart_at <= $5), 0) as flown,
        sum(f.capacity) as seats,
        count(*) as flights
      from slots s
      join flights f on f.slot_id = s.id
      join products p on p.id = s.product_id
      where s.depart_at >= $1 and s.depart_at < $2 and s.local_date between $3 and $4
        and s.called_off_at is null and f.status <> 'called_off' and f.seats_sold > 0
      group by 1
      order by ${by === 'day' ? '1' : '3 desc, 1'}`,
    [first, last, span.from, span.to, now],
  )
  return countedRows(rows)
}
