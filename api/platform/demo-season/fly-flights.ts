import { type SeasonShop } from './season-shop.ts'

/** Who flies which aircraft: each pilot one, so that nobody flies two at once. */
const ASSIGNED = `select a.id as aircraft_id, p.id as pilot_id
  from (select id, row_number() over (order by id) as n from aircraft) a
  join (select u.id, row_number() over (order by u.id) as n from users u
    join user_roles r on r.user_id = u.id join roles n on n.id = r.role_id and n.name = 'pilot') p
    on p.n = a.n`

const FLOWN = `select f.id, f.pilot_id as had, coalesce(f.pilot_id, g.pilot_id) as pilot_id, f.depart_at,
    s.arrive_at, f.status
  from slots s join flights f on f.slot_id = s.id left join (${ASSIGNED}) g on g.aircraft_id = f.aircraft_id
  where s.local_date = $1 and f.seats_sold > 0 and f.status = 'scheduled' and s.arrive_at < $2`

/**
 * The flights of a day with all that staff and pilots wrote down: who flew, who was there, and that
 * they landed. One statement for a day instead of a call for each step; the audit log has the lines
 * that these calls leave.
 */
export async function flyFlights({ deps, staff, clock }: SeasonShop, date: string): Promise<void> {
  const { query } = deps.database
  const { rows } = await query(
    `with flown as (${FLOWN}), landed as (
       update flights f set pilot_id = w.pilot_id, status = 'landed' from flown w where f.id = w.id
     ), alone as (
       -- Parties that were split after their sale are left to the desk.
       select h.order_id, min(h.flight_id) as flight_id from holds h where h.state = 'sold'
         and h.order_id in (select o.order_id from holds o join flown w on w.id = o.flight_id
           where o.state = 'sold')
       group by h.order_id having count(distinct h.flight_id) = 1
     ), seated as (
       select p.id, w.id as flight_id, w.depart_at, p.flight_id as had
       from alone a join flown w on w.id = a.flight_id join passengers p on p.order_id = a.order_id
       where p.flight_id is null
       union
       -- A party on two aircraft was divided when it was sold.
       select p.id, w.id, w.depart_at, p.flight_id from flown w join passengers p on p.flight_id = w.id
       where exists (select from holds h
         where h.flight_id = w.id and h.order_id = p.order_id and h.state = 'sold')
     ), present as (
       update passengers p set boarding = 'checked_in', flight_id = s.flight_id,
         boarded_at = s.depart_at - interval '1 minute' * (22 + p.id % 17)
       from seated s where p.id = s.id and p.boarding is null and not p.stays_home
       returning p.id, p.boarded_at, p.flight_id, s.had
     ), lines as (
       select depart_at - interval '1 day' as at, 'flights' as resource, id,
         jsonb_build_object('pilot_id', had) as before, jsonb_build_object('pilot_id', pilot_id) as after
       from flown where had is distinct from pilot_id
       union all
       select boarded_at, 'passengers', id, jsonb_build_object('boarding', null::text, 'flight_id', had),
         jsonb_build_object('boarding', 'checked_in', 'flight_id', flight_id)
       from present
       union all
       select case s.step when 1 then depart_at - interval '12 minutes' when 2 then depart_at
           + interval '2 minutes' else arrive_at + interval '1 minute' end,
         'flights', id, jsonb_build_object('status', s.was), jsonb_build_object('status', s.became)
       from flown, (values (1, 'scheduled', 'boarding'), (2, 'boarding', 'departed'),
         (3, 'departed', 'landed')) s (step, was, became)
     ), written as (
       insert into audit_log (at, user_id, action, resource, resource_id, before, after)
       select at, $3, 'change', resource, id, before, after from lines order by at, id
     )
     select count(*) as flights from flown`,
    [date, clock.now(), staff.userId],
  )
  deps.log.debug({ date, flights: rows[0]?.['flights'] }, 'flights of the demo were flown')
}
