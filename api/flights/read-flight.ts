import { eq } from 'drizzle-orm'
import { type AccountFlightDetail } from '#contract/flight.ts'
import { type Db } from '../db/client.ts'
import { products, terminals } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { findDaylight } from '../rules/time/flight-day.ts'
import { type SignedInCaller } from '../http/http.ts'
import { listFlights } from './list-flights.ts'
import { listPhotos } from '../store/orders/list-flight-photos.ts'

/**
 * Reads a flight that the caller has seats on, with place, daylight and photos; undefined for any
 * other.
 */
export async function readFlight(
  db: Db,
  caller: SignedInCaller,
  flightId: number,
  now: Date,
): Promise<AccountFlightDetail | undefined> {
  const { rows } = await listFlights(db, caller, { flightId }, { limit: 1, offset: 0, now })
  const [flight] = rows
  if (!flight) return undefined
  const [place] = await db
    .select({ slot: slots, product: products, terminal: terminals })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .where(eq(flights.id, flightId))
  if (!place) return undefined
  const { slot, product, terminal } = place
  const light = findDaylight(slot.departAt, terminal)
  return {
    ...flight,
    terminal_airport: terminal.airport,
    directions: terminal.directions,
    route_map: product.routeMap,
    route_stops: product.routeStops.map(({ name }) => ({ name })),
    daylight: {
      dawn: light.dawn?.toISOString() ?? null,
      sunrise: light.sunrise?.toISOString() ?? null,
      sunset: light.sunset?.toISOString() ?? null,
      dusk: light.dusk?.toISOString() ?? null,
    },
    photos: await listPhotos(db, [flightId]),
  }
}
