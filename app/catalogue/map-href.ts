import { type OrderFlight } from '#contract/order.ts'

/**
 * A map of the terminal that asks for no account and sets nothing of ours; by its address where its
 * place is not known.
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
