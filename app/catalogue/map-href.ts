import { type OrderFlight } from '#contract/order.ts'

/**
 * A link to a map of the terminal, on a site that needs no account. Without coordinates the map is
 * found by the address.
 */
export function mapHref(
  flight: Pick<OrderFlight, 'terminal_latitude' | 'terminal_longitude' | 'terminal_address'>,
): string {
  const { terminal_latitude: latitude, terminal_longitude: longitude } = flight
  if (latitude === 0 && longitude === 0) {
    return `https://www.openstreetmap.org/search?query=${encodeURIComponent(flight.terminal_address)}`
  }
  const [lat, lon] = [String(latitude), String(longitude)]
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`
}
