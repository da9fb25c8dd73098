import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { type Manifest } from '#contract/passenger.ts'
import { type DbOrTx } from '../../db/client.ts'
import { aircraft, aircraftTypes } from '../../db/schema/catalogue.ts'
import { flights, holds } from '../../db/schema/inventory.ts'
import { passengers } from '../../db/schema/orders.ts'
import { waiverSignatures } from '../../db/schema/passengers.ts'

/**
 * Who flies on one aircraft and what they weigh. The only way to a weight: for operations, and for the pilot of the
 * flight.
 *
 * @param pilotId whose flight it has to be; undefined for operations
 */
export async function readManifest(
  db: DbOrTx,
  flightId: number,
  pilotId: number | undefined,
): Promise<Manifest | undefined> {
  const [found] = await db
    .select({ flight: flights, seatLimit: aircraftTypes.seatLimitLbs })
    .from(flights)
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(eq(flights.id, flightId))
  if (!found || (pilotId !== undefined && found.flight.pilotId !== pilotId)) return undefined
  const { flight, seatLimit } = found
  const sold = and(eq(holds.flightId, flightId), eq(holds.state, 'sold'))
  const parties = await db.select({ weightLbs: holds.weightLbs }).from(holds).where(sold)
  const people = await db
    .selectDistinct({ passenger: passengers, signed: waiverSignatures.version })
    .from(holds)
    .innerJoin(passengers, eq(passengers.orderId, holds.orderId))
    .leftJoin(waiverSignatures, eq(waiverSignatures.passengerId, passengers.id))
    // A party on several aircraft is told apart at check-in: until then it is on the list of each.
    .where(and(sold, or(eq(passengers.flightId, flightId), isNull(passengers.flightId))))
    .orderBy(asc(passengers.orderId), asc(passengers.position))
  return {
    flight_id: flight.id,
    flight_code: flight.flightCode,
    depart_at: flight.departAt.toISOString(),
    capacity: flight.capacity,
    seats_sold: flight.seatsSold,
    max_weight_lbs: flight.maxWeightLbs,
    total_weight_lbs: parties.reduce((sum, { weightLbs }) => sum + weightLbs, 0),
    passengers: people.map(({ passenger, signed }) => ({
      id: passenger.id,
      order_id: passenger.orderId,
      full_name: passenger.fullName,
      weight_lbs: passenger.weightLbs,
      seats: (passenger.weightLbs ?? 0) > seatLimit ? 2 : 1,
      seating: passenger.seating,
      waiver_signed: signed !== null,
    })),
  }
}
