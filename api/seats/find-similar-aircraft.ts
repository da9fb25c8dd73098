import { and, asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Tx } from '../db/client.ts'
import { aircraft, aircraftTypes } from '../db/schema/catalogue.ts'
import { flights } from '../db/schema/inventory.ts'
import { type CandidateAircraft } from '../slots/board-flight.ts'

/**
 * The aircraft in service that could replace a flight's: of the same type, at the same terminal.
 */
export async function findInterchangeableAircraft(tx: Tx, flightId: number): Promise<CandidateAircraft[]> {
  const present = alias(aircraft, 'present')
  return tx
    .select({
      id: aircraft.id,
      capacity: aircraftTypes.maxPassengers,
      maxWeightLbs: aircraftTypes.maxWeightLbs,
      turnaroundMins: aircraft.turnaroundMins,
    })
    .from(flights)
    .innerJoin(present, eq(present.id, flights.aircraftId))
    .innerJoin(
      aircraft,
      and(
        eq(aircraft.aircraftTypeId, present.aircraftTypeId),
        eq(aircraft.terminalId, present.terminalId),
        eq(aircraft.inService, true),
      ),
    )
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(eq(flights.id, flightId))
    .orderBy(asc(aircraft.id))
}
