import { type RawQuery } from '#api/db/client.ts'

/** A day after all that a populated shop flies. */
export const FULL_DAY = '2029-06-12'

/** A busy day of one terminal: ten flights on each of six aircraft, one every nine minutes. */
export const FULL_DAY_FLIGHTS = 60

const AIRCRAFT = 6
const PILOTS = 8

/**
 * Writes the flights of a day, each with the two guests of an order that a populated shop has sold on
 * another day: for the board of a day that is full.
 *
 * @param flights how many, {@link FULL_DAY_FLIGHTS} at most
 */
export async function fillBoard(query: RawQuery, date: string, flights = FULL_DAY_FLIGHTS): Promise<void> {
  await query(
    `insert into aircraft (registration, aircraft_type_id, terminal_id)
     select 'B-' || lpad(n::text, 4, '0'), (select min(id) from aircraft_types),
       (select min(id) from terminals)
     from generate_series(1, $1::int) n on conflict do nothing`,
    [AIRCRAFT],
  )
  await query(
    `with made as (
       insert into users (email, first_name, last_name, created_at)
       select 'board.pilot' || n || '@example.com', 'Alexandra', 'Whitcombe-Reyes ' || n, now()
       from generate_series(1, $1::int) n on conflict do nothing returning id
     )
     insert into user_roles (user_id, role_id)
     select made.id, roles.id from made, roles where name = 'pilot'`,
    [PILOTS],
  )
  await query(
    `with rule as (
       select id, product_id, row_number() over (order by id) - 1 as n from departures order by id
         limit $2::int
     ), slot as (
       insert into slots (product_id, departure_id, terminal_id, local_date, depart_at, arrive_at)
       select product_id, id, (select min(id) from terminals), $1::date, at,
         at + interval '20 minutes'
       from (select *,
         ($1::date + time '08:00' + n * interval '9 minutes') at time zone 'America/New_York' as at
         from rule) timed
       returning id, depart_at, arrive_at
     ), placed as (
       select slot.*, row_number() over (order by depart_at) - 1 as n from slot
     ), flight as (
       insert into flights (slot_id, aircraft_id, pilot_id, flight_code, depart_at, ready_at, capacity,
         max_weight_lbs, seats_sold)
       select placed.id, a.id, u.id, 'B' || placed.id, depart_at,
         arrive_at + interval '15 minutes', 5, 1200, 2
       from placed
       join aircraft a on a.registration = 'B-' || lpad((n % $3::int + 1)::text, 4, '0')
       join users u on u.email = 'board.pilot' || (n % $4::int + 1) || '@example.com'
       returning id
     ), given as (
       select flight.id, row_number() over (order by flight.id) as n from flight
     ), party as (
       select order_id, row_number() over (order by order_id) as n
       from (select min(id) as id, order_id from holds where state = 'sold' group by order_id) sold
     ), seated as (
       update holds h set flight_id = given.id from given join party using (n) where h.order_id =
         party.order_id
       returning h.order_id, h.flight_id
     )
     update passengers p set flight_id = seated.flight_id from seated where p.order_id = seated.order_id`,
    [date, flights, AIRCRAFT, PILOTS],
  )
}
