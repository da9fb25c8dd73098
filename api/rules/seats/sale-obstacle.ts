import { addMinutes } from '../time/local-time.ts'
import { type FlightState } from '../time/flight-day.ts'

/** Why held seats can no longer be bought. */
export type SaleObstacle = 'called_off' | 'flight_closed' | 'out_of_limits'

/** The facts of a held flight that decide whether its seats may be sold. */
export interface HeldFlight {
  status: FlightState
  departAt: Date
  /** The minutes before departure at which sales end. */
  salesCloseMins: number
  maxWeightLbs: number
  /** The total weight of all paid passengers. */
  soldLbs: number
}

export interface HeldSeats {
  flightId: number
  weightLbs: number
  expiresAt: Date
  /** A payment is open for the seats, so the hold does not end by the clock. */
  paymentOpen: boolean
  flight: HeldFlight
}

/** The flight has left, whatever its timetable says. */
export const hasDeparted = (status: FlightState): boolean => status === 'departed' || status === 'landed'

/** From this instant on nobody buys a seat that was not held before. */
export const salesEnd = ({
  departAt,
  salesCloseMins,
}: Pick<HeldFlight, 'departAt' | 'salesCloseMins'>): Date => addMinutes(departAt, -salesCloseMins)

/**
 * Why the held seats of an order may not be paid for. Seats held in time may be paid until the
 * flight's departure time; a lapsed hold can be renewed only while the departure is on sale. Seats
 * on an aircraft that has become too heavy are not sold.
 */
export function findSaleObstacle(held: readonly HeldSeats[], now: Date): SaleObstacle | undefined {
  if (held.some(({ flight }) => flight.status === 'called_off')) return 'called_off'
  const closed = held.some(({ flight, expiresAt, paymentOpen }) => {
    const lapsed = !paymentOpen && expiresAt <= now
    return hasDeparted(flight.status) || flight.departAt <= now || (lapsed && salesEnd(flight) <= now)
  })
  if (closed) return 'flight_closed'
  const isTooHeavy = ({ flightId, flight }: HeldSeats) => {
    const own = held.reduce((sum, one) => sum + (one.flightId === flightId ? one.weightLbs : 0), 0)
    return flight.soldLbs + own > flight.maxWeightLbs
  }
  return held.some(isTooHeavy) ? 'out_of_limits' : undefined
}
