/** A flight with passengers, and its load. */
export interface TakenFlight {
  capacity: number
  maxWeightLbs: number
  /** The seats sold and held, for whomever. */
  seatsTaken: number
  weightTakenLbs: number
  /** The flight was bought whole: every seat is taken, and no more are sold. */
  whole: boolean
}

export interface Limits {
  capacity: number
  maxWeightLbs: number
}

/**
 * Whether the load of a flight would exceed these limits after a change of aircraft. A load that
 * exceeded a limit before (through a weight entered after payment) is no reason to refuse a limit
 * that is not lower.
 */
export function exceedsLimits(flight: TakenFlight, { capacity, maxWeightLbs }: Limits): boolean {
  if (flight.seatsTaken > capacity && capacity < flight.capacity) return true
  return flight.weightTakenLbs > maxWeightLbs && maxWeightLbs < flight.maxWeightLbs
}

/**
 * The limits of the flight on another aircraft. A larger aircraft does not put seats of a whole
 * flight on sale.
 */
export function limitsAfterRefit({ whole, seatsTaken }: TakenFlight, limits: Limits): Limits {
  return whole ? { ...limits, capacity: Math.min(limits.capacity, seatsTaken) } : limits
}
