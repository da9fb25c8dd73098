import { type SQL, sql } from 'drizzle-orm'
import { passengers, waiverSignatures } from '../../db/schema/passengers.ts'

/**
 * When a passenger leaves, within a query of passengers: with their own aircraft, or with the party's
 * until check-in gives them one.
 */
export const guestDeparture: SQL<string> = sql`coalesce(
  (select f.depart_at from flights f where f.id = ${passengers.flightId}),
  (select min(f.depart_at) from holds h join flights f on f.id = h.flight_id
    where h.order_id = ${passengers.orderId} and not h.for_move))`

/** The number of the version in the name of a signed waiver; 0 for a text of the shop's files. */
export const signedNumber = (name: SQL): SQL<number> =>
  sql`case when ${name} ~ '^[0-9]+[.][0-9]+$' then split_part(${name}, '.', 2)::int else 0 end`

/**
 * Whether the signature of a passenger still counts, within a query of both. It does not when a newer
 * waiver of the brand asks everybody to sign again who flies after it was saved.
 */
export const signatureHolds: SQL<boolean> = sql`not exists (select 1 from written_text_versions w
  join orders o on o.id = ${passengers.orderId} and o.brand_id = w.brand_id
  where w.name = 'waiver' and w.sign_again
    and w.version > ${signedNumber(sql`${waiverSignatures.version}`)}
    and w.saved_at < ${guestDeparture})`
