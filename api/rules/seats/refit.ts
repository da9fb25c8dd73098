/** A flight that somebody has a seat on, and what is taken of it. */
export interface TakenFlight {
  capacity: number
  maxWeightLbs: number
  /** Sold and held, whoever they are held for. */
  seatsTaken: number
  weightTakenLbs: number
  /** It was bought whole: every seat of it is taken, and no more are sold. */
  whole: boolean
}

export interface Limits {
  capacity: number
  maxWeightLbs: number
}

/**
 * Whether what is taken of a flight would no longer fit an aircraft with these limits. What was
 * beyond a limit before (a weight told after the payment) is no reason to refuse one that is not
 * lower.
 */
export function exceedsLimits(flight: TakenFlight, { capacity, maxWeightLbs }: Limits): boolean {
  if (flight.seatsTaken > capacity && capacity < flight.capacity) return true
  return flight.weightTakenLbs > maxWeightLbs && maxWeightLbs < flight.maxWeightLbs
}

/**
 * The limits of the flight on such an aircraft. A larger one leaves a flight that was bought whole
 * to its buyer.
 */
export function limitsAfterRefit({ whole, seatsTaken }: TakenFlight, limits: Limits): Limits {
  return whole ? { ...limits, capacity: Math.min(limits.capacity, seatsTaken) } : limits
}
