import { sql } from 'drizzle-orm'
import { type IntegrityCheckQuery } from '../../store/integrity-check.ts'

/**
 * Finds orders with passenger types whose seats do not add up to their lines, paid orders whose
 * passengers are not of the types that were bought, and added guests without a passenger or a seat.
 */
export const differingSeatTypes: IntegrityCheckQuery = () => sql`
  with bought as (
    select order_id, subject_id as type_id, sum(quantity)::int as people
    from order_lines where kind = 'seat' and rule like 'passenger_type%' group by order_id, subject_id
  ), named as (
    select order_id, passenger_type_id as type_id, count(*)::int as people
    from passengers where passenger_type_id is not null group by order_id, passenger_type_id
  )
  select 'passenger_types_differ' as kind, 'order' as subject, order_id::text as id, null::int as cents,
    jsonb_build_object('type', type_id, 'bought', bought.people, 'named', named.people) as facts
  from bought full join named using (order_id, type_id) join orders o on o.id = order_id
  where o.completed_at is not null and bought.people is distinct from named.people
  union all
  select 'seat_prices_differ', 'order', l.order_id::text, abs(l.cents - i.cents),
    jsonb_build_object('lines', l.cents, 'items', i.cents)
  from (
    select order_id, sum(amount_cents)::int as cents from order_lines
    where kind = 'seat' and order_id in (select order_id from bought)
    group by order_id
  ) l cross join lateral (
    select coalesce(sum(quantity * unit_price_cents - types_off_cents), 0)::int as cents
    from order_item_seats where order_id = l.order_id
  ) i
  where l.cents <> i.cents
  union all
  -- Guests who were added are passengers, each with a seat that was paid, except on whole aircraft.
  select 'added_guests_differ', 'order', c.order_id::text, null,
    jsonb_build_object('change', c.id, 'guests', g.people, 'passengers', p.people, 'seats', l.seats,
      'items', i.seats)
  from order_changes c join orders o on o.id = c.order_id
  cross join lateral (select jsonb_array_length(c.wish -> 'guests') as people) g
  cross join lateral (
    select count(*)::int as people from passengers where order_id = c.order_id and order_change_id = c.id
  ) p
  cross join lateral (
    select coalesce(sum(quantity), 0)::int as seats from order_lines
    where order_id = c.order_id and order_change_id = c.id and kind = 'seat'
  ) l
  cross join lateral (
    select coalesce(sum(quantity), 0)::int as seats from order_item_seats
    where order_id = c.order_id and order_change_id = c.id
  ) i
  where c.kind = 'guests' and c.state = 'completed' and (p.people <> g.people or i.seats <> l.seats
    or (o.quantity_type = 'seat' and l.seats < g.people))`
