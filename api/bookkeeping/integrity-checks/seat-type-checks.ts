import { sql } from 'drizzle-orm'
import { type IntegrityCheckQuery } from '../../store/integrity-check.ts'

/**
 * Finds orders with passenger types whose seats do not add up to their lines, and paid orders whose
 * passengers are not of the types that were bought.
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
    where kind = 'seat' and order_change_id is null and order_id in (select order_id from bought)
    group by order_id
  ) l cross join lateral (
    select coalesce(sum(quantity * unit_price_cents - types_off_cents), 0)::int as cents
    from order_item_seats where order_id = l.order_id
  ) i
  where l.cents <> i.cents`
