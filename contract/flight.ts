import { z } from 'zod'
import { AircraftCategory, FlightStatus, QuantityType, RouteMap } from './enums.ts'
import { OrderFlight } from './order.ts'
import { Id, Instant, ListMeta } from './primitives.ts'

/** A flight as its buyer sees it in the account. */
export const AccountFlight = OrderFlight.extend({
  /** The status that the operator set; without one, it follows the time: departed, then landed. */
  status: FlightStatus,
  aircraft: z.object({ registration: z.string(), type: z.string(), category: AircraftCategory }),
  /** The caller's orders with seats on the flight. */
  orders: z.array(
    z.object({ id: Id, number: z.string(), quantity_type: QuantityType, quantity: z.number().int() }),
  ),
  photo_count: z.number().int(),
})

/** A photo taken on a flight. The picture and its thumbnail have separate URLs. */
export const FlightPhoto = z.object({
  id: Id,
  flight_id: Id,
  /** The file name for downloads: the date of the flight in New York, its code, and a number. */
  file_name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  created_at: Instant,
})

/**
 * The times of the sun at the terminal on the day of the flight; null where the sun does not reach
 * that position.
 */
export const Daylight = z.object({
  dawn: Instant.nullable(),
  sunrise: Instant.nullable(),
  sunset: Instant.nullable(),
  dusk: Instant.nullable(),
})

export const AccountFlightDetail = AccountFlight.extend({
  terminal_airport: z.boolean(),
  /** The directions to the terminal, one entry for each way to get there. */
  directions: z.array(z.string()),
  route_map: RouteMap,
  route_stops: z.array(z.object({ name: z.string() })),
  daylight: Daylight,
  photos: z.array(FlightPhoto),
})

export const AccountFlightReply = z.object({ flight: AccountFlightDetail })
export const AccountFlightsReply = z.object({ flights: z.array(AccountFlight), meta: ListMeta })
export const FlightPhotoReply = z.object({ photo: FlightPhoto })

export type AccountFlight = z.infer<typeof AccountFlight>
export type AccountFlightDetail = z.infer<typeof AccountFlightDetail>
export type FlightPhoto = z.infer<typeof FlightPhoto>
export type Daylight = z.infer<typeof Daylight>
