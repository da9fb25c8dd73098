/** A connection to the database of a shop that stands. */
interface Connection {
  query(text: string, values: unknown[]): Promise<unknown>
}

interface NearFlight {
  flightId: number
  /** When it leaves. */
  departAt: Date
  /** Who flies it. */
  pilot: string
}

/** The aircraft of a flight whose day was brought near. */
export const nearAircraft = (flightId: number) => `PAD${String(flightId)}`

/**
 * Lets the day of a flight come while the shop stands: its departure and all that was sold of it are at
 * another time, on an aircraft that nothing else of that day needs. Nobody can wait a month for a flight.
 */
export async function bringFlightNear(
  { query }: Connection,
  { flightId, departAt, pilot }: NearFlight,
): Promise<void> {
  await query(
    `with known as (
       select f.slot_id, a.aircraft_type_id, a.terminal_id from flights f
       join aircraft a on a.id = f.aircraft_id where f.id = $1
     ), machine as (
       insert into aircraft (registration, aircraft_type_id, terminal_id)
       select $4, aircraft_type_id, terminal_id from known returning id
     ), slot as (
       update slots s set depart_at = $2::timestamptz,
         arrive_at = $2::timestamptz + (s.arrive_at - s.depart_at),
         local_date = ($2::timestamptz at time zone t.timezone)::date
       from known, terminals t where s.id = known.slot_id and t.id = s.terminal_id returning s.id
     )
     update flights f set aircraft_id = machine.id, depart_at = $2::timestamptz,
       ready_at = $2::timestamptz + (f.ready_at - f.depart_at),
       pilot_id = (select id from users where email = $3)
     from machine, slot where f.id = $1 and f.slot_id = slot.id`,
    [flightId, departAt.toISOString(), pilot, nearAircraft(flightId)],
  )
  await query(
    `update order_item_seats set depart_at = $2::timestamptz where order_id in
       (select order_id from holds where flight_id = $1 and state = 'sold')`,
    [flightId, departAt.toISOString()],
  )
}
