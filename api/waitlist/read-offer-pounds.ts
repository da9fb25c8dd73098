import { and, eq, ne, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { aircraft, aircraftTypes } from '../db/schema/catalogue.ts'
import { holds } from '../db/schema/holds.ts'
import { flights } from '../db/schema/inventory.ts'
import { payloadLeft } from '../rules/departures/availability.ts'

/**
 * How many pounds the people of an open offer of single seats may weigh together, by what is known of
 * the others on the flight: the payload in the steps in which the shop tells it, and for one seat no
 * more than its harness takes. Null for whole aircraft, and when the offer holds no seats any more.
 */
export async function readOfferPounds(db: DbOrTx, offerId: number): Promise<number | null> {
  const [own] = await db
    .select({
      flightId: holds.flightId,
      seats: holds.seats,
      wholeFlight: holds.wholeFlight,
      maxWeightLbs: flights.maxWeightLbs,
      capacity: flights.capacity,
      seatLimitLbs: aircraftTypes.seatLimitLbs,
    })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(and(eq(holds.waitlistOfferId, offerId), eq(holds.state, 'held')))
  if (!own || own.wholeFlight) return null
  const { flightId, maxWeightLbs, capacity, seats, seatLimitLbs } = own
  const [others] = await db
    .select({
      seatsTaken: sql<number>`coalesce(sum(${holds.seats}), 0)`.mapWith(Number),
      weightTakenLbs: sql<number>`coalesce(sum(${holds.weightLbs}), 0)`.mapWith(Number),
    })
    .from(holds)
    .where(
      and(
        eq(holds.flightId, flightId),
        ne(holds.state, 'released'),
        sql`${holds.waitlistOfferId} is distinct from ${offerId}`,
      ),
    )
  const left = payloadLeft({ maxWeightLbs, capacity, seatsTaken: 0, weightTakenLbs: 0, ...others })
  return Math.min(left, seats * seatLimitLbs)
}
