import { sql } from 'drizzle-orm'
import { type IntegrityCheckQuery } from '../../store/integrity-check.ts'

/**
 * Finds transfers of guests whose record does not agree with holds, manifests and histories: of nobody, to
 * another product or day, of passengers of another order, without seats there, without the one event that
 * tells it, and parties that left seats or names on the flight that they moved from as a whole. What
 * came later counts by itself: a party whose newest hold is on another flight has moved on since.
 */
export const differingTransfers: IntegrityCheckQuery = () => sql`
  with moved as (
    select t.id as transfer_id, t.from_flight_id, t.to_flight_id, p.order_id, p.whole, p.passenger_ids
    from flight_transfer_parties p join flight_transfers t on t.id = p.transfer_id
  ), standing as (
    select m.* from moved m where m.whole and m.to_flight_id = (
      select flight_id from holds where order_id = m.order_id order by id desc limit 1)
  )
  select 'transfer_of_nobody' as kind, 'flight' as subject, t.from_flight_id::text as id, null::int as cents,
    jsonb_build_object('transfer', t.id) as facts
  from flight_transfers t
  where not exists (select from flight_transfer_parties p where p.transfer_id = t.id)
  union all
  select 'transfer_elsewhere', 'flight', t.from_flight_id::text, null,
    jsonb_build_object('transfer', t.id, 'to', t.to_flight_id)
  from flight_transfers t
  join flights f on f.id = t.from_flight_id join slots a on a.id = f.slot_id
  join flights g on g.id = t.to_flight_id join slots b on b.id = g.slot_id
  where (a.product_id, a.terminal_id, a.local_date) <> (b.product_id, b.terminal_id, b.local_date)
    or f.id = g.id
  union all
  select 'transfer_without_seats', 'order', order_id::text, null,
    jsonb_build_object('transfer', transfer_id, 'to', to_flight_id)
  from moved m
  where not exists (select from holds h where h.order_id = m.order_id and h.flight_id = m.to_flight_id)
  union all
  select 'transfer_of_others', 'order', order_id::text, null,
    jsonb_build_object('transfer', transfer_id, 'passenger', person)
  from moved m cross join jsonb_array_elements_text(m.passenger_ids) person
  where not exists (select from passengers p where p.id = person::int and p.order_id = m.order_id)
  union all
  select 'transfer_not_in_history', 'order', order_id::text, null,
    jsonb_build_object('transfer', transfer_id, 'events', e.events)
  from moved m cross join lateral (
    select count(*)::int as events from order_events e
    where e.order_id = m.order_id and e.details ->> 'transfer' = m.transfer_id::text
  ) e
  where e.events <> 1
  union all
  select 'transfer_left_seats', 'order', m.order_id::text, null,
    jsonb_build_object('transfer', m.transfer_id, 'from', m.from_flight_id, 'seats', sum(h.seats))
  from standing m
  join holds h on h.order_id = m.order_id and h.flight_id = m.from_flight_id and h.state = 'sold'
  group by m.order_id, m.transfer_id, m.from_flight_id
  union all
  select 'transfer_left_names', 'order', m.order_id::text, null,
    jsonb_build_object('transfer', m.transfer_id, 'from', m.from_flight_id, 'people', count(*))
  from standing m
  join passengers p on p.order_id = m.order_id and p.flight_id = m.from_flight_id and not p.stays_home
  group by m.order_id, m.transfer_id, m.from_flight_id`
