import { sql } from 'drizzle-orm'
import { aircraftTypes, products } from '../../db/schema/catalogue.ts'
import { flights } from '../../db/schema/inventory.ts'
import { flightSeats } from '../../db/schema/passengers.ts'

/** What a statement that joins `aircraft_types` and `products` reads of a cabin and of who may sit there. */
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
  frontMinAge: aircraftTypes.frontMinAge,
  frontMaxLbs: aircraftTypes.frontMaxLbs,
  frontSingleSeats: aircraftTypes.frontSingleSeats,
  seatLimitLbs: aircraftTypes.seatLimitLbs,
  passengerTypes: products.passengerTypes,
}

/** The passengers by seat, as a part of a statement that reads `flights`. */
export const seatsTaken = sql<Record<string, number>>`(
  select coalesce(json_object_agg(${flightSeats.seat}, ${flightSeats.passengerId}), '{}')
  from ${flightSeats} where ${flightSeats.flightId} = ${flights.id})`
