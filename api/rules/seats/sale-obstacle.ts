import { addMinutes } from '../time/local-time.ts'
import { type FlightState } from '../time/flight-day.ts'

/** Why seats that are kept for somebody can no longer be bought. */
export type SaleObstacle = 'called_off' | 'flight_closed' | 'out_of_limits'

/** The flight of a hold, as far as it says whether its seats may be sold. */
export interface HeldFlight {
  status: FlightState
  departAt: Date
  /** Sales end so many minutes before departure. */
  salesCloseMins: number
  maxWeightLbs: number
  /** What those who have paid weigh together. */
  soldLbs: number
}

export interface HeldSeats {
  flightId: number
  weightLbs: number
  expiresAt: Date
  /** A payment is open for them: the clock does not end them. */
  paymentOpen: boolean
  flight: HeldFlight
}

/** It has left, whatever its timetable says. */
export const hasDeparted = (status: FlightState): boolean => status === 'departed' || status === 'landed'

/** From here on nobody buys a seat that was not kept for them before. */
export const salesEnd = ({
  departAt,
  salesCloseMins,
}: Pick<HeldFlight, 'departAt' | 'salesCloseMins'>): Date => addMinutes(departAt, -salesCloseMins)

/**
 * Why an order's kept seats may not be paid for. What was kept in time may be paid while it is
 * kept, until the flight's time; what lapsed comes back to life only while the departure is sold.
 * Seats on an aircraft that turned out too heavy meanwhile are sold to nobody.
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
