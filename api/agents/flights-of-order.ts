import { type SQL, sql } from 'drizzle-orm'

/**
 * The flights of the order `o`: when the last one leaves (`last_at`) by the clock of its terminal
 * (`last_zone`), and whether all that are not cancelled have left before a time (`flown`), at least one.
 */
export const flightsOfOrder = (until: SQL): SQL => sql`
  select max(coalesce(fl.depart_at, i.depart_at)) as last_at,
    (array_agg(t.timezone order by coalesce(fl.depart_at, i.depart_at) desc))[1] as last_zone,
    coalesce(bool_and(fl.depart_at < ${until}) filter (where fl.status <> 'called_off'), false) as flown
  from (
    select flight_id, depart_at from order_item_seats where order_id = o.id
    union all select flight_id, depart_at from order_item_flights where order_id = o.id) i
  join flights fl on fl.id = i.flight_id
  join slots s on s.id = fl.slot_id
  join terminals t on t.id = s.terminal_id`
