import { type RawQuery } from '../../db/client.ts'
import { addDays } from '../../rules/time/local-time.ts'
import { instantsOf, type ReportSpan } from '../reports/report-span.ts'

/** The flights that left at an hour of a weekday (1 is Monday) with passengers. */
export interface HourLoad {
  weekday: number
  hour: number
  flights: number
  seats: number
  /** Seats sold in these aircraft, by any brand. */
  seatsSold: number
  /** Seats of the brand's own orders. */
  seatsFlown: number
  /** Those of them that were bought seat by seat, and the sum of their prices. */
  pricedSeats: number
  priceCents: number
}

interface SeatsInput {
  span: ReportSpan
  brandId: number | null
  now: Date
}

const STATEMENT = `
  select extract(isodow from s.local_date) as weekday,
    extract(hour from s.depart_at at time zone l.timezone) as hour,
    count(*) as flights, sum(f.capacity) as seats, sum(f.seats_sold) as seats_sold,
    sum(h.seats) as seats_flown, sum(h.priced) as priced, sum(h.cents) as cents
  from slots s
  join flights f on f.slot_id = s.id
  join terminals l on l.id = s.terminal_id
  cross join lateral (
    select coalesce(sum(h.seats), 0) as seats,
      coalesce(sum(h.seats) filter (where i.price is not null), 0) as priced,
      coalesce(sum(h.seats * i.price), 0) as cents
    from holds h
    cross join lateral (select brand_id from orders where id = h.order_id offset 0) o
    cross join lateral (select sum(quantity * unit_price_cents - types_off_cents)
        / nullif(sum(quantity), 0)::numeric as price from order_item_seats
      where order_id = h.order_id and flight_id = h.flight_id) i
    where h.flight_id = f.id and h.state = 'sold' and ($6::int is null or o.brand_id = $6)) h
  where s.depart_at >= $1 and s.depart_at < $2 and s.local_date between $3 and $4
    and s.called_off_at is null and f.status <> 'called_off'
    and f.seats_sold > 0 and f.depart_at <= $5 and h.seats > 0
  group by 1, 2
  order by 1, 2`

/**
 * The load of the aircraft that left with passengers, by the calendar day of their terminal. An
 * aircraft bought whole counts with all its seats. With a brand, only the aircraft that carried
 * passengers of its orders count.
 */
export async function countSeatsFlown(
  query: RawQuery,
  { span, brandId, now }: SeatsInput,
): Promise<HourLoad[]> {
  // Terminals may be in other time zones than the shop: one day more on either side covers them.
  const [first, last] = instantsOf({ ...span, from: addDays(span.from, -1), to: addDays(span.to, 1) })
  const { rows } = await query(STATEMENT, [first, last, span.from, span.to, now, brandId])
  return rows.map((row) => ({
    weekday: Number(row['weekday']),
    hour: Number(row['hour']),
    flights: Number(row['flights']),
    seats: Number(row['seats']),
    seatsSold: Number(row['seats_sold']),
    seatsFlown: Number(row['seats_flown']),
    pricedSeats: Number(row['priced']),
    priceCents: Number(row['cents']),
  }))
}
