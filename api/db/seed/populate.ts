import { type RawQuery } from '../client.ts'
import { MONEY_STATEMENTS } from './populate-money.ts'

export interface Population {
  orders: number
  /** Departures of the demo shop, each flown once on each of `days` days around `now`. */
  departures: number
  days: number
  /** Seats of each flight. */
  capacity: number
  now: Date
}

/** 10,000 orders of two seats each with what came of them, and 200,000 seats to sell. */
export const MANY = { orders: 10_000, departures: 100, days: 400, capacity: 5 } as const

const STATEMENTS = [
  // The rows are consistent; checking each of them takes ten times as long. Needs a superuser.
  `set session_replication_role = replica`,
  // Before `analyze` the server takes tables for small, and would loop over them.
  `set enable_nestloop = off`,
  // One aircraft for each departure, so that none is in two places.
  `insert into aircraft (aircraft_type_id, terminal_id, registration)
   select (select min(id) from aircraft_types), (select min(id)
     from terminals), 'P-' || lpad(n::text, 4, '0') from generate_series(1, $2::int) n`,
  `insert into slots (product_id, departure_id, terminal_id, local_date, depart_at, arrive_at)
   select d.product_id, d.id, coalesce(d.departure_terminal_id, (select p.departure_terminal_id
     from products p where p.id = d.product_id), 1), day::date, day + interval '17 hours' + d.n *
     interval '1 minute',
     day + interval '17 hours 20 minutes' + d.n * interval '1 minute'
   from (select id, product_id, departure_terminal_id, row_number() over (order by id) as n
     from departures order by id limit $2::int) d,
     generate_series($1::date - $3::int / 2, $1::date - $3::int / 2 + $3::int - 1, interval '1 day') day
   on conflict do nothing`,
  `insert into flights (slot_id, aircraft_id, flight_code, depart_at, ready_at, capacity, max_weight_lbs)
   select s.id, a.id, 'P' || s.id, s.depart_at, s.arrive_at, $4::int, 1200
   from slots s
   join (select id, row_number() over (order by id) as n from departures order by id limit $2::int) d
     on d.id = s.departure_id
   join aircraft a on a.registration = 'P-' || lpad(d.n::text, 4, '0')
   where not exists (select from flights f where f.slot_id = s.id)`,
  `insert into users (email, first_name, last_name, phone, created_at, email_proven_at)
   select 'buyer' || n || '@populated.example', 'First' || n % 500, 'Last' || n % 900, '+1212' ||
     lpad(n::text, 7, '0'), $1, $1
   from generate_series(1, $5::int / 2) n`,
  `insert into sessions (id, user_id, scope, created_at, expires_at)
   select gen_random_uuid(), id, 'customer', $1, $1::timestamptz + interval '1 day' from users
     where email like '%@populated.example'`,
  `create temporary table populated as
   select n, u.id as user_id, u.email, u.phone, s.id as session_id, f.id as flight_id, f.departure_id,
     f.product_id, f.depart_at,
     $1::timestamptz - (n * $3::int * interval '1 day' / (2 * $5::int)) as at, 1 + n % 2 as brand, 40000
       + (n % 50) * 100 as price
   from (select row_number() over (order by id) as n, * from
      (select u.* from users u, generate_series(1, 2) where u.email like '%@populated.example') u) u
   join sessions s on s.user_id = u.id
   join (select row_number() over (order by f.id) as n, f.id, s.departure_id, s.product_id, f.depart_at
      from flights f join slots s on s.id = f.slot_id where f.flight_code like 'P%'
        and f.seats_sold = 0) f using (n)
   where n <= $5::int`,
  `insert into orders (brand_id, user_id, session_id, status, email, phone, product_id, channel,
    quantity_type, quantity, cart_hash,
     subtotal_cents, fees_cents, tax_cents, total_cents, amount_paid_cents, created_at, completed_at)
   select b.id, user_id, session_id, 'completed', email, phone, product_id, (array['web', 'phone',
     'counter'])[1 + n % 3], 'seat', 2,
     'populated:' || n, price, 2000, 0, price + 2000, price + 2000, at, at
   from populated p join (select id, row_number() over (order by id) as n2 from brands) b on b.n2 = p.brand`,
  `create temporary table sold as select o.id as order_id, p.* from populated p join orders o
    on o.cart_hash = 'populated:' || p.n`,
  `insert into order_item_seats (order_id, flight_id, departure_id, depart_at, quantity, unit_price_cents)
   select order_id, flight_id, departure_id, depart_at, 2, price / 2 from sold`,
  `insert into order_lines (order_id, position, kind, label, quantity, unit_cents, amount_cents, rule)
   select order_id, 0, 'seat', 'Seat', 2, price / 2, price, 'seat' from sold
   union all select order_id, 1, 'fee', 'Booking fee', 2, 1000, 2000, 'fee' from sold`,
  `insert into order_events (order_id, at, actor, to_status, reason)
    select order_id, at, 'clock', 'completed', 'populated' from sold`,
  `insert into passengers (order_id, flight_id, position, full_name)
   select order_id, flight_id, seat, 'Passenger ' || n || ' Number' || seat
     from sold, generate_series(0, 1) seat`,
  `insert into holds (order_id, flight_id, seats, weight_lbs, state, expires_at, created_at)
   select order_id, flight_id, 2, 360, 'sold', at, at from sold`,
  `update flights f set seats_sold = 2 from sold where sold.flight_id = f.id`,
  `insert into payment_attempts (order_id, attempt_no, kind, amount_cents, state, reference,
    payment_intent, idem_key, params, params_hash, hold_until, created_at, closed_at)
   select order_id, 1, 'pi', price + 2000, 'succeeded', 'pi_populated' || n, 'pi_populated' || n,
     'populated:' || n, '{}', '', at, at, at from sold`,
  `insert into payments (order_id, attempt_id, amount_cents, currency, payment_intent, card_brand,
    card_last4, created_at)
   select s.order_id, a.id, a.amount_cents, 'usd', a.payment_intent, 'visa', lpad((s.n % 9973)::text, 4,
     '0'), s.at
   from sold s join payment_attempts a on a.order_id = s.order_id`,
  `insert into ledger_transactions (order_id, kind, event_key, at)
   select s.order_id, 'sale', 'payment:' || p.id, s.at from sold s join payments p
     on p.order_id = s.order_id`,
  `insert into ledger_entries (transaction_id, account, amount_cents)
   select t.id, e.account, e.cents from sold s join ledger_transactions t on t.order_id = s.order_id,
     lateral (values ('stripe', s.price + 2000), ('sales:flights', -s.price), ('fees', -2000)) as e
       (account, cents)`,
  `insert into mails (event_key, kind, brand_id, order_id, user_id, "to", state, message_id, created_at,
    next_try_at, sent_at)
   select 'populated:' || s.order_id, 'order_confirmation', o.brand_id, s.order_id, s.user_id, s.email,
     'sent', 'populated-' || s.order_id, s.at, s.at, s.at
   from sold s join orders o on o.id = s.order_id`,
  `insert into audit_log (at, user_id, action, resource, resource_id, before, after)
   select at, (select min(id) from users), 'change', (array['orders', 'fares', 'products'])[1 + n % 3],
     n, '{}', '{}' from sold`,
  ...MONEY_STATEMENTS,
  `drop table sold`,
  `drop table populated`,
  `set session_replication_role = origin`,
  `reset enable_nestloop`,
  `analyze`,
] as const

/**
 * Fills the demo shop with a past and a future, in a few seconds and as the shop itself would have
 * written it: seats sold and held, money, ledger and outbox agree. For measuring; never beside
 * people's own data.
 *
 * @param query of one connection: the statements share temporary tables
 */
export async function populate(
  query: RawQuery,
  { orders, departures, days, capacity, now }: Population,
): Promise<void> {
  const values = [now, departures, days, capacity, orders]
  for (const statement of STATEMENTS) {
    // Every placeholder up to the highest must be there for the server to know its type.
    const used = new Set([...statement.matchAll(/\$(\d)/g)].map(([, at]) => Number(at)))
    const order = [...used].sort()
    const text = statement.replaceAll(
      /\$(\d)/g,
      (_, at: string) => `$${String(order.indexOf(Number(at)) + 1)}`,
    )
    await query(
      text,
      order.map((at) => values[at - 1]),
    )
  }
}
