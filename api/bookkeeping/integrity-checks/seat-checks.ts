import { sql } from 'drizzle-orm'
import { bookedStatuses } from '#contract/enums.ts'
import { listInSql } from '../../db/schema/columns.ts'
import { type IntegrityCheckQuery, readInstant, minutesBefore } from '../../store/integrity-check.ts'

/** The states in which seats are sold. */
const BOOKED = listInSql(bookedStatuses)

/**
 * The occupied seats by holds: sold, or held until they expire or while a payment is open. The
 * counters on flights are not used.
 */
const taken = (now: Date) => sql`
  select flight_id, sum(seats)::int as seats, sum(weight_lbs)::int as weight from holds
  where state = 'sold' or (state = 'held' and (payment_open or expires_at > ${readInstant(now)}))
  group by flight_id`

/**
 * The units each order has bought and not had refunded: seats, or whole aircraft; with the flight
 * if there is only one.
 */
export const boughtUnits = sql`
  select o.id as order_id, o.status, i.flight_id, i.whole, i.units - coalesce(r.units, 0) as units
  from orders o
  join (
    select order_id, case when count(distinct flight_id) = 1
      then min(flight_id) end as flight_id, false as whole,
      sum(quantity)::int as units
      from order_item_seats group by order_id
    union all
    select order_id, null, true, count(*)::int from order_item_flights group by order_id
  ) i on i.order_id = o.id
  left join (
    select b.order_id, sum((back ->> 'quantity')::int)::int as units
    from order_refunds b cross join jsonb_array_elements(b.lines) back
    join order_lines l on l.order_id = b.order_id and l.position = (back ->> 'position')::int
    where l.kind in ('seat', 'flight') group by b.order_id
  ) r on r.order_id = o.id`

/** Finds flights over capacity by orders and by holds. The facts never contain a weight. */
export const seatsOverCapacity: IntegrityCheckQuery = (now) => sql`
  with taken as (${taken(now)}), ordered as (
    select flight_id, sum(units)::int as seats from (${boughtUnits}) bought
    where not whole and flight_id is not null and status in ${BOOKED}
      group by flight_id
  )
  select 'too_many_seats' as kind, 'flight' as subject, f.id::text as id, null::int as cents,
    jsonb_build_object('seats', greatest(t.seats, o.seats), 'capacity', f.capacity) as facts
  from flights f left join taken t on t.flight_id = f.id left join ordered o on o.flight_id = f.id
  where greatest(t.seats, o.seats) > f.capacity
  union all
  select 'too_heavy', 'flight', f.id::text, null, '{}'
  from flights f join taken t on t.flight_id = f.id where t.weight > f.max_weight_lbs
    -- A weight given after the payment is with staff, who settle it with the customer before the flight.
    and not exists (
      select 1 from staff_tasks s join holds h on h.order_id = s.order_id and h.state = 'sold'
      where h.flight_id = f.id and s.kind = 'weight_does_not_fit' and (s.state = 'open'
        or s.choice = 'nothing'))`

const SOLD_UNITS = sql`
  select order_id, sum(case when whole_flight then 1 else seats end)::int as units from holds
  where state = 'sold' group by order_id`

export const ordersWithoutSeat: IntegrityCheckQuery = () => sql`
  with bought as (${boughtUnits}), sold as (${SOLD_UNITS})
  select 'seats_missing' as kind, 'order' as subject, b.order_id::text as id, null::int as cents,
    jsonb_build_object('paid', b.units, 'seats', coalesce(s.units, 0)) as facts
  from bought b left join sold s on s.order_id = b.order_id
  where b.status in ${BOOKED} and coalesce(s.units, 0) < b.units
  union all
  select 'nothing_bought', 'order', o.id::text, null, '{}'
  from orders o where o.kind = 'flight' and o.status in ${BOOKED}
    and not exists (select 1 from order_item_seats i where i.order_id = o.id)
    and not exists (select 1 from order_item_flights i where i.order_id = o.id)
  union all
  -- A move or guests that were paid, and the party still sits where it was.
  select 'paid_and_not_moved', 'order', c.order_id::text, c.total_cents, jsonb_build_object('change', c.id)
  from order_changes c
  where c.kind in ('reschedule', 'guests') and (
    exists (select 1 from payment_attempts a where a.order_change_id = c.id and a.state = 'succeeded'
      and c.state not in ('completed', 'returned'))
    or (c.state = 'completed' and exists (
      select 1 from holds h where h.order_change_id = c.id and h.state = 'held')))
  union all
  -- Its ticket names another flight than the one its seats are on.
  select 'sits_elsewhere', 'order', h.order_id::text, null, jsonb_build_object('flight', h.flight_id)
  from holds h join orders o on o.id = h.order_id
  where h.state = 'sold' and o.status in ${BOOKED}
    and not exists (select 1 from order_item_seats i where i.order_id = o.id and i.flight_id = h.flight_id)
    and not exists (select 1 from order_item_flights i where i.order_id = o.id and i.flight_id = h.flight_id)
  union all
  -- It flies another product than the one that was sold, and no move led there.
  select 'other_product', 'order', o.id::text, null,
    jsonb_build_object('flight', f.id, 'product', s.product_id, 'sold', o.product_id)
  from (
    select order_id, flight_id from order_item_seats
    union select order_id, flight_id from order_item_flights
  ) i join orders o on o.id = i.order_id
  join flights f on f.id = i.flight_id join slots s on s.id = f.slot_id
  where o.status in ${BOOKED} and s.product_id <> o.product_id and not exists (
    select 1 from order_changes c where c.order_id = o.id and c.state = 'completed'
      and c.wish ->> 'toProductId' = s.product_id::text)
  union all
  -- Of a party that flies apart somebody is named on a flight without a seat there.
  select 'named_without_seat', 'order', p.order_id::text, null,
    jsonb_build_object('flight', p.flight_id, 'named', count(*), 'seats', coalesce(max(h.seats), 0))
  from passengers p join orders o on o.id = p.order_id left join (
    select order_id, flight_id, sum(seats)::int as seats from holds where state = 'sold'
      group by order_id, flight_id
  ) h on h.order_id = p.order_id and h.flight_id = p.flight_id
  where o.quantity_type = 'seat' and o.status in ${BOOKED}
    and not p.stays_home and exists (
    select 1 from holds e where e.order_id = p.order_id and e.state = 'sold' and e.flight_id <> p.flight_id)
  group by p.order_id, p.flight_id having count(*) > coalesce(max(h.seats), 0)`

/**
 * Finds seats held or sold without a valid order. Expired holds occupy no seats, even before they
 * are released.
 */
export const seatsWithoutOrder: IntegrityCheckQuery = (now) => sql`
  with bought as (${boughtUnits}), sold as (${SOLD_UNITS})
  select 'sold_unpaid' as kind, 'hold' as subject, h.id::text as id, null::int as cents,
    jsonb_build_object('order', h.order_id, 'flight', h.flight_id, 'status', o.status) as facts
  from holds h left join orders o on o.id = h.order_id
  where h.state = 'sold'
    and coalesce(o.status, '') not in ${BOOKED}
  union all
  select 'more_than_bought', 'order', s.order_id::text, null,
    jsonb_build_object('seats', s.units, 'paid', b.units)
  from sold s join bought b on b.order_id = s.order_id
  where b.status in ${BOOKED} and s.units > b.units
  union all
  select 'pinned_without_payment', 'hold', h.id::text, null,
    jsonb_build_object('order', h.order_id, 'flight', h.flight_id)
  from holds h where h.state = 'held' and h.payment_open and not exists (
    select 1 from payment_attempts a where a.order_id = h.order_id and a.state in ('created', 'open'))
  union all
  select 'held_for_nothing', 'hold', h.id::text, null,
    jsonb_build_object('order', h.order_id, 'flight', h.flight_id, 'status', o.status)
  from holds h join orders o on o.id = h.order_id
  where h.state = 'held' and not h.payment_open and h.expires_at > ${readInstant(now)}
    and o.status <> 'awaiting_payment'
  union all
  select 'offered_to_nobody', 'hold', h.id::text, null,
    jsonb_build_object('offer', h.waitlist_offer_id, 'flight', h.flight_id, 'status', w.state)
  from holds h join waitlist_offers w on w.id = h.waitlist_offer_id
  where h.state = 'held' and h.expires_at > ${readInstant(now)} and w.state <> 'open'`

export const seatCounters: IntegrityCheckQuery = () => sql`
  with told as (
    select flight_id, sum(seats) filter (where state = 'sold')::int as sold,
      sum(seats) filter (where state = 'held')::int as held
    from holds where state <> 'released' group by flight_id
  )
  select 'count_differs' as kind, 'flight' as subject, f.id::text as id, null::int as cents,
    jsonb_build_object('counted_sold', f.seats_sold, 'sold', coalesce(t.sold, 0),
      'counted_held', f.seats_held, 'held', coalesce(t.held, 0)) as facts
  from flights f left join told t on t.flight_id = f.id
  where f.seats_sold <> coalesce(t.sold, 0) or f.seats_held <> coalesce(t.held, 0)`

/**
 * Finds aircraft and pilots that are in two flights at once by their expected times, pilots of coming
 * flights who are off on the day that these were sold for, and flights whose expected time is not that of
 * their slot with its delay. Pilots are looked at for the flights of the last days and of those to come,
 * because nothing finds a pilot's flights but their time.
 */
export const doubleBookedAircraft: IntegrityCheckQuery = (now) => sql`
  select 'overlap' as kind, 'flight' as subject, a.id::text as id, null::int as cents,
    jsonb_build_object('other', b.id, 'aircraft', a.aircraft_id) as facts
  from flights a join flights b on b.aircraft_id = a.aircraft_id and b.id <> a.id
    and b.depart_at >= a.depart_at and b.depart_at < a.ready_at
    and (b.depart_at > a.depart_at or b.id > a.id)
  where a.status <> 'called_off' and b.status <> 'called_off'
    and a.seats_sold + a.seats_held > 0 and b.seats_sold + b.seats_held > 0
  union all
  select 'pilot_overlap', 'flight', a.id::text, null,
    jsonb_build_object('other', b.id, 'pilot', a.pilot_id)
  from flights a join flights b on b.pilot_id = a.pilot_id and b.id <> a.id
    and b.depart_at >= a.depart_at and b.depart_at < a.ready_at
    and (b.depart_at > a.depart_at or b.id > a.id)
  where a.depart_at > ${minutesBefore(now, 2_880)}
    and a.status <> 'called_off' and b.status <> 'called_off'
    and a.seats_sold + a.seats_held > 0 and b.seats_sold + b.seats_held > 0
  union all
  select 'pilot_off', 'flight', f.id::text, null,
    jsonb_build_object('pilot', f.pilot_id, 'absence', a.id, 'date', s.local_date)
  from flights f join slots s on s.id = f.slot_id
  join pilot_absences a on a.user_id = f.pilot_id and s.local_date between a.from_date and a.until_date
  where f.depart_at > ${readInstant(now)} and f.status in ('scheduled', 'delayed', 'boarding')
    and f.seats_sold + f.seats_held > 0
  union all
  select 'delay_differs', 'flight', f.id::text, null,
    jsonb_build_object('delay', f.delay_mins, 'leaves', f.depart_at, 'sold', s.depart_at)
  from flights f join slots s on s.id = f.slot_id
  where f.depart_at <> s.depart_at + f.delay_mins * interval '1 minute'`

/**
 * Finds paid seats on cancelled departures without an open rebooking offer, and seats that could
 * still be sold there. Ten minutes is the time for mails to leave.
 */
export const cancelledDepartureSeats: IntegrityCheckQuery = (now) => sql`
  select 'without_claim' as kind, 'order' as subject, h.order_id::text as id, null::int as cents,
    jsonb_build_object('flight', f.id, 'seats', sum(h.seats), 'claim', max(r.state)) as facts
  from holds h join flights f on f.id = h.flight_id join slots s on s.id = f.slot_id
  left join call_offs c on c.slot_id = s.id
  left join reschedule_claims r on r.call_off_id = c.id and r.order_id = h.order_id
  where h.state = 'sold' and f.status = 'called_off' and coalesce(r.state, '') <> 'open'
    and coalesce(s.called_off_at, '-infinity') < ${minutesBefore(now, 10)}
  group by h.order_id, f.id
  union all
  select 'still_sold', 'flight', f.id::text, null, jsonb_build_object('status', f.status)
  from flights f join slots s on s.id = f.slot_id
  where s.called_off_at is not null and f.status <> 'called_off'
  union all
  select 'kept_for_nobody', 'hold', h.id::text, null, jsonb_build_object('alternative', a.id, 'state',
    a.state)
  from holds h join claim_alternatives a on a.id = h.claim_alternative_id
  where h.state = 'held' and h.expires_at > ${readInstant(now)} and a.state <> 'open'`

/**
 * Finds departures that a weather hold keeps closed although it is over, open holds of nothing, and parties
 * that were mailed about a hold more often than something new was to be told.
 */
export const weatherHoldSeats: IntegrityCheckQuery = () => sql`
  select 'closed_by_ended_hold' as kind, 'departure' as subject, s.id::text as id, null::int as cents,
    jsonb_build_object('weather_hold', w.id, 'state', w.state) as facts
  from slots s join weather_holds w on w.id = s.weather_hold_id
  where w.state <> 'open'
  union all
  select 'hold_of_nothing', 'weather_hold', w.id::text, null, jsonb_build_object('date', w.local_date)
  from weather_holds w
  where w.state = 'open' and not exists (select from slots s where s.weather_hold_id = w.id)
  union all
  select 'told_twice', 'order', n.order_id::text, null,
    jsonb_build_object('weather_hold', w.id, 'mail', m.kind, 'mails', count(*))
  from weather_hold_notices n join weather_holds w on w.id = n.weather_hold_id
  join mails m on m.subject_id = n.id and m.copy_of is null
    and m.kind in ('weather_hold', 'weather_hold_released')
  group by n.order_id, w.id, m.kind
  having count(*) > case m.kind when 'weather_hold' then 1 + w.postponed else 1 end`
