import { type ReportSource } from './report-source.ts'
import { daysAtTerminals } from './count-flights.ts'
import { type ReportSpan } from './report-span.ts'

const HOUR = `to_char(d.depart_at at time zone l.timezone, 'HH24')`
const KEYS = {
  product: { key: 'd.product_id::text', label: 'p.name' },
  day: { key: 'd.local_date::text', label: 'd.local_date::text' },
  hour: { key: HOUR, label: `${HOUR} || ':00'` },
} as const
export type DepartureGroup = keyof typeof KEYS

/**
 * What left with passengers, and the recorded departures that nobody was booked on. A departure whose
 * guests came after it was recorded counts with them, and one that was called off not at all.
 */
const DEPARTURES = `
  select 'slot ' || s.id as id, s.product_id, s.terminal_id, s.local_date, s.depart_at,
      min(f.id) as flight_id, sum(f.seats_sold) as sold, sum(f.capacity) as seats, 0 as empty
    from slots s join flights f on f.slot_id = s.id
    where s.depart_at >= $1 and s.depart_at < $2 and s.local_date between $3 and $4
      and s.called_off_at is null and f.status <> 'called_off' and f.seats_sold > 0 and f.depart_at <= $5
    group by s.id
  union all
  select 'rule ' || r.departure_id || ' ' || r.local_date, r.product_id, r.terminal_id, r.local_date,
      r.depart_at, null, 0, r.seats, 1
    from departure_records r
    where r.depart_at >= $1 and r.depart_at < $2 and r.local_date between $3 and $4 and r.depart_at <= $5
      and not exists (select from slots s where s.departure_id = r.departure_id
        and s.local_date = r.local_date and (s.called_off_at is not null
          or s.weather_hold_id is not null
          or exists (select from flights f where f.slot_id = s.id and f.seats_sold > 0
            and f.status <> 'called_off')))`

/**
 * The load of every departure that was on sale until it left, also of those that nobody booked. Seats,
 * by the calendar day of their terminal. A row is a departure.
 */
export const departuresSource = (span: ReportSpan, by: DepartureGroup, now: Date): ReportSource => ({
  from: `(${DEPARTURES}) d
      join products p on p.id = d.product_id
      join terminals l on l.id = d.terminal_id`,
  values: [...daysAtTerminals(span), now],
  ...KEYS[by],
  figures: {
    sold: 'sum(d.sold)',
    seats: 'sum(d.seats)',
    departures: 'count(*)',
    empty: 'sum(d.empty)',
  },
  order: by === 'product' ? 'largest' : 'key',
  row: {
    id: 'd.id',
    at: 'd.depart_at',
    timezone: 'l.timezone',
    text: `p.name || case when d.empty > 0 then ', left empty' else '' end`,
    flightId: 'd.flight_id',
  },
})
