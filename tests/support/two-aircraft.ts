import { type Database } from '#api/db/client.ts'
import { instantOf } from '#api/rules/time/local-time.ts'
import { type ChosenDeparture } from './shopper.ts'

/**
 * Gives "The New Yorker" a second aircraft, and every flight at 11:00 another one ten minutes later at the
 * same price: both cannot fly on one aircraft.
 */
export async function addSecondAircraft({ query }: Pick<Database, 'query'>): Promise<void> {
  await query(
    `insert into aircraft (registration, aircraft_type_id, terminal_id)
      select 'N411LR', aircraft_type_id, terminal_id from aircraft where registration = 'N401LR'`,
  )
  await query(
    `insert into departures (product_id, day_of_week, departure_type, time, fare_id, publish_status, tag_list)
      select product_id, day_of_week, 'fixed', '11:10', fare_id, 'published', tag_list from departures
      where product_id = 6 and time = '11:00'`,
  )
}

/** An order's seats on two departures. */
export const seatsOnTwo = (
  [first, one]: readonly [ChosenDeparture, number],
  [second, other]: readonly [ChosenDeparture, number],
) => ({
  brand_id: 1,
  order_item_seats_attributes: [
    { ...first, quantity: one },
    { ...second, quantity: other },
  ],
})

/** The departure of "The New Yorker" at a wall-clock time in New York. */
export async function newYorkerAt(
  { query }: Pick<Database, 'query'>,
  localDate: string,
  time: string,
): Promise<ChosenDeparture> {
  const { rows } = await query(
    'select id from departures where product_id = 6 and time = $1 and day_of_week = $2',
    [time, new Date(`${localDate}T12:00:00Z`).getUTCDay()],
  )
  return {
    departure_id: Number(rows[0]?.['id']),
    depart_at: instantOf(localDate, time, 'America/New_York').toISOString(),
  }
}
