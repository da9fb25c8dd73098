import { BALANCE_ACCOUNTS } from '../rules/report-account.ts'
import { daysAtTerminals, FLIGHT_ROW, FLIGHTS_WITH_GUESTS } from './count-flights.ts'
import { ENTRIES } from './ledger-entries.ts'
import { personName } from './person-name.ts'
import { type ReportSource } from './report-source.ts'
import { type ReportSpan } from './report-span.ts'

const HOUR = `to_char(s.depart_at at time zone l.timezone, 'HH24')`
const KEYS = {
  product: { key: 's.product_id::text', label: 'p.name' },
  aircraft: { key: 'f.aircraft_id::text', label: 'a.registration' },
  pilot: {
    key: `coalesce(f.pilot_id::text, 'none')`,
    label: `coalesce(${personName('u')}, 'Without a pilot')`,
  },
  hour: { key: HOUR, label: `${HOUR} || ':00'` },
  day: { key: 's.local_date::text', label: 's.local_date::text' },
} as const
export type YieldGroup = keyof typeof KEYS

/** What the seats of one hold were sold for, or where that is nothing for all of them, their number. */
const PRICE = `case when h.whole_flight
      then (select sum(unit_price_cents) from order_item_flights
        where order_id = h.order_id and flight_id = h.flight_id)
      else h.seats * (select sum(quantity * unit_price_cents - types_off_cents)
          / nullif(sum(quantity), 0)::numeric from order_item_seats
        where order_id = h.order_id and flight_id = h.flight_id) end`

/**
 * The part of each order's net sales that one of its flights earned. Rounded sums of parts are
 * subtracted, so that the parts of an order are its net sales to the cent.
 */
const EARNED = `
  select sum(round(n.cents * w.upto / w.whole) - round(n.cents * (w.upto - w.weight) / w.whole)) as cents
  from (select distinct order_id from holds
    where flight_id = f.id and state = 'sold' and order_id is not null offset 0) o
  cross join lateral (
    select flight_id, weight, sum(weight) over () as whole, sum(weight) over (order by flight_id) as upto
    from (
      select flight_id, case when sum(price) over () > 0 then price else seats end as weight
      from (
        select h.flight_id, sum(h.seats) as seats, coalesce(sum(${PRICE}), 0) as price
        from holds h where h.order_id = o.order_id and h.state = 'sold' group by 1) sold) parts) w
  cross join lateral (
    select coalesce(sum(-e.amount_cents), 0) as cents
    from (select id from ledger_transactions where order_id = o.order_id offset 0) t
    ${ENTRIES}
    where e.account <> all($6::text[])) n
  where w.flight_id = f.id`

/** Between block times where both are known, otherwise as planned. */
const SECONDS = `extract(epoch from coalesce(f.landed_at - f.off_blocks_at, s.arrive_at - s.depart_at))`

/**
 * Net sales of the orders whose guests left with a flight, less what was given back, beside its hours.
 * Cents and seconds, by the calendar day of the terminal. A row is a flight.
 */
export const yieldSource = (span: ReportSpan, by: YieldGroup, now: Date): ReportSource => ({
  from: `slots s
      join flights f on f.slot_id = s.id
      join products p on p.id = s.product_id
      join terminals l on l.id = s.terminal_id
      join aircraft a on a.id = f.aircraft_id
      left join users u on u.id = f.pilot_id
      cross join lateral (${EARNED}) earned
      where ${FLIGHTS_WITH_GUESTS} and f.depart_at <= $5`,
  values: [...daysAtTerminals(span), now, [...BALANCE_ACCOUNTS]],
  ...KEYS[by],
  figures: {
    net: 'sum(earned.cents)',
    seconds: `sum(${SECONDS})`,
    flights: 'count(*)',
    seats: 'sum(f.seats_sold)',
  },
  order: by === 'day' || by === 'hour' ? 'key' : 'largest',
  row: FLIGHT_ROW,
})
