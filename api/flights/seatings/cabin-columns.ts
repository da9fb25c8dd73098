import { sql } from 'drizzle-orm'
import { aircraftTypes } from '../../db/schema/catalogue.ts'
import { flights } from '../../db/schema/inventory.ts'
import { flightSeats } from '../../db/schema/passengers.ts'

/** What a statement that joins `aircraft_types` reads of a cabin. */
export const cabinColumns = {
  rows: aircraftTypes.cabinRows,
  sideLimitLbs: aircraftTypes.sideLimitLbs,
  sideDifferenceLbs: aircraftTypes.sideDifferenceLbs,
  pilotLbs: aircraftTypes.pilotLbs,
  emptyWeightLbs: aircraftTypes.emptyWeightLbs,
  emptyArmIn: aircraftTypes.emptyArmIn,
  cgForwardIn: aircraftTypes.cgForwardIn,
  cgAftIn: aircraftTypes.cgAftIn,
  frontSeatRule: aircraftTypes.frontSeatRule,
  seatLimitLbs: aircraftTypes.seatLimitLbs,
}

/** The passengers by seat, as a part of a statement that reads `flights`. */
export const seatsTaken = sql<Record<string, number>>`(
  select coalesce(json_object_agg(${flightSeats.seat}, ${flightSeats.passengerId}), '{}')
  from ${flightSeats} where ${flightSeats.flightId} = ${flights.id})`
