import { instantOf, toLocalDate } from '#api/rules/time/local-time.ts'
import { type PayingShop } from './paying-shop.ts'

const ZONE = 'America/New_York'
const NEW_YORKER = 6

interface RosterFlightFields {
  /** By the clock of New York. */
  date: string
  time: string
  minutes: number
  /** `N401LR`; without it an aircraft of its own, so that none keeps another one. */
  registration?: string
}

let made = 0

/**
 * Writes a flight of The New Yorker with a sold seat, on a departure and, by default, an aircraft of its
 * own.
 *
 * @returns its id
 */
export async function addRosterFlight(
  shop: Pick<PayingShop, 'deps'>,
  { date, time, minutes, registration }: RosterFlightFields,
): Promise<number> {
  const { query } = shop.deps.database
  const departAt = instantOf(date, time, ZONE)
  const own = registration ?? `R${String(++made).padStart(5, '0')}`
  await query(
    `insert into aircraft (registration, aircraft_type_id, terminal_id)
     select $1, aircraft_type_id, departure_terminal_id from products where id = $2
     on conflict (registration) do nothing`,
    [own, NEW_YORKER],
  )
  const { rows } = await query(
    `with rule as (
       insert into departures (product_id, day_of_week, departure_type, time, publish_status)
       values ($1, extract(dow from $2::date)::int, 'fixed', $3, 'draft') returning id
     ), slot as (
       insert into slots (product_id, departure_id, terminal_id, local_date, depart_at, arrive_at)
       select $1, rule.id, p.departure_terminal_id, $2::date, $4::timestamptz,
         $4::timestamptz + $5 * interval '1 minute'
       from rule, products p where p.id = $1 returning id
     )
     insert into flights (slot_id, aircraft_id, flight_code, depart_at, ready_at, capacity, max_weight_lbs,
       seats_sold)
     select slot.id, (select id from aircraft where registration = $6), 'R' || slot.id, $4::timestamptz,
       $4::timestamptz + ($5 + 15) * interval '1 minute', 4, 900, 1
     from slot returning id`,
    [NEW_YORKER, toLocalDate(departAt, ZONE), time, departAt, minutes, own],
  )
  return Number(rows[0]?.['id'])
}
